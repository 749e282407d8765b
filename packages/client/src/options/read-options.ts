import type { CallOptions, ClientOptions, Fetch, FetchInit, Limits, Token, TokenRequest } from './client-options.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Hooks } from './hooks.ts';
import { makeRetryBudget, type RetryBudget } from './retry-budget.ts';
import { tryTo } from './try-to.ts';
import { wrongOption } from './wrong-option.ts';

/** Limits with everything filled in. */
export interface CheckedLimits {
  timeoutMs: number;
  attemptTimeoutMs: number;
  maxRetries: number;
}

/** Options with everything checked and filled in; all calls of one client share them. */
export interface CheckedOptions extends CheckedLimits {
  baseUrl: string;
  /** A function can give another one. */
  token: Token;
  headers: Record<string, string>;
  fetch: Fetch;
  budget: RetryBudget;
  idempotency: boolean;
  paymentOrigins: readonly string[] | undefined;
  maxResponseBytes: number;
  hooks: Hooks;
  clock: Clock;
}

const defaults: CheckedLimits = { timeoutMs: 60_000, attemptTimeoutMs: 20_000, maxRetries: 3 };
const longestTimer = 2 ** 31 - 1;
/** The headers that the client sets itself. */
const own = /^(authorization|content-type|idempotency-key)$/i;

/** Checks the options of createClient. Throws a TypeError that names the wrong one; never repeats a token. */
export function readOptions(options: ClientOptions): CheckedOptions {
  const {
    baseUrl,
    fetch = (url: string, init: FetchInit) => globalThis.fetch(url, init),
    retryBudget = 100,
    idempotency = true,
    paymentOrigins,
    maxResponseBytes = 1_048_576,
    hooks,
    clock = systemClock,
    ...others
  } = { ...options };
  const shared = {
    ...defaults,
    // First, because it is what a call without arguments misses first.
    baseUrl: readBaseUrl(baseUrl),
    token: '',
    headers: {},
    fetch,
    // The text "false" of an environment variable is not true: it would create twice where that feature is not.
    idempotency: idempotency === true,
    paymentOrigins,
    maxResponseBytes: checkNumber('maxResponseBytes', maxResponseBytes, 1),
    hooks: hooks ?? {},
    clock,
    budget: makeRetryBudget(checkNumber('retryBudget', retryBudget, 0), clock),
  };
  if (typeof fetch !== 'function') throw wrongOption('fetch', 'be a function.');
  return readCallOptions(others, shared);
}

/** Checks the options of one call, and fills in the client's. Throws a TypeError that names the wrong or unknown one. */
export function readCallOptions<Checked extends CheckedOptions>(options: Omit<CallOptions, 'signal'>, client: Checked): Checked {
  const { headers, token = client.token, ...limits } = options;
  const checked = { ...client, token: typeof token === 'function' ? token : checkToken(token) };
  if (headers) checked.headers = { ...checked.headers, ...readHeaders(headers) };
  for (const [name, value] of Object.entries(limits)) {
    if (!(name in defaults)) throw new TypeError(`There is no option "${name}".`);
    if (value !== undefined) checked[name as keyof Limits] = checkNumber(name, value, name === 'maxRetries' ? 0 : 1);
  }
  return checked;
}

/** Checks a whole number that a timer can take. Throws a TypeError. */
function checkNumber(name: string, value: unknown, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTimer) return value as number;
  throw wrongOption(name, `be a whole number from ${least} to ${longestTimer}, not ${value}.`);
}

function readBaseUrl(baseUrl: unknown): string {
  const url = `${tryTo(() => new URL(baseUrl as string))}`.replace(/(?<!\/)\/+$/, '');
  if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url) && !url.endsWith('/api/v1')) return url;
  // Not repeated: it may hold a password.
  throw wrongOption(
    'baseUrl',
    'be an absolute http or https URL with no user name, password, "?" or "#", and stop before /api/v1.',
  );
}

/** Gives a token that is fit for a header: the account's, or what its function gives. Throws a TypeError for another one. */
export async function readToken(token: Token, request: TokenRequest): Promise<string> {
  return typeof token === 'function' ? checkToken(await token(request)) : token;
}

/** Checks a token, which goes into a header, where only visible ASCII is safe (RFC 6750 §2.1); the platform's own error would repeat it. */
function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw wrongOption('token', 'be or give visible ASCII without a line break.');
}

/** Says whether a header can be sent. The platform's own error is not thrown: it repeats the value, and some headers are secrets. */
export function isSendable(name: string, value: string): boolean {
  return !!tryTo(() => new Headers([[name, value]]));
}

/** Checks headers of the caller's and gives them in lower case. Throws a TypeError that names the wrong one. */
function readHeaders(given: Record<string, string | undefined>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    if (own.test(name) || !isSendable(name, value))
      throw wrongOption('headers', `not hold ${JSON.stringify(name)}: the client sets it itself, or it cannot be sent.`);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}
