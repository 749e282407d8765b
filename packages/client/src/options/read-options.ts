import type { CallOptions, ClientOptions, Fetch, Hooks, Limits, Token, TokenRequest } from './client-options.ts';
import { type Clock, systemClock } from './clock.ts';

/** The checked options that each call may override. */
interface CheckedCallOptions extends Record<keyof Limits, number> {
  /** The token, or a function that returns one. The function may return a different token each time. */
  token: Token;
  headers: Record<string, string>;
}

/** Checked options with all defaults filled in; all calls of one client share them. */
export interface CheckedOptions extends CheckedCallOptions {
  baseUrl: string;
  /** When absent, each attempt looks up the global fetch, because tests and tracers may replace it. */
  fetch: Fetch | undefined;
  budget: RetryBudget;
  idempotency: boolean;
  paymentOrigins: readonly string[] | undefined;
  hooks: Hooks;
  clock: Clock;
}

/** The defaults of the options that are numbers. */
const defaults = { timeoutMs: 60_000, attemptTimeoutMs: 20_000, maxRetries: 3, maxResponseBytes: 1_048_576, retryBudget: 100 };
const longestTimer = 2 ** 31 - 1;
/** The headers that the client sets itself. */
const own = /^(authorization|content-type|idempotency-key)$/i;

/** Checks the options of createClient. Throws a TypeError that names the wrong option and never repeats a token. */
export function readOptions(options: ClientOptions): CheckedOptions {
  const { baseUrl, fetch, idempotency = true, paymentOrigins, hooks, clock = systemClock, ...others } = { ...options };
  const { retryBudget, ...checked } = readCallOptions(others, {
    ...defaults,
    // Checked first, because a call without arguments should report the missing base URL.
    baseUrl: readBaseUrl(baseUrl),
    token: '',
    headers: {},
    fetch,
    // The string "false" from an environment variable must not count as true, or a retry could make a second invoice.
    idempotency: idempotency === true,
    paymentOrigins,
    hooks: hooks ?? {},
    clock,
  });
  if (fetch !== undefined && typeof fetch !== 'function') throw wrongOption('fetch', 'be a function.');
  return { ...checked, budget: makeRetryBudget(retryBudget, clock) };
}

/** Checks the options of one call, and takes absent options from the client. Throws a TypeError for a wrong option. */
export function readCallOptions<Checked extends CheckedCallOptions>(
  options: Omit<CallOptions, 'signal'>,
  client: Checked,
): Checked {
  const { headers, token = client.token, ...limits } = options;
  const checked = { ...client, token: typeof token === 'function' ? token : checkToken(token) };
  if (headers) checked.headers = { ...checked.headers, ...readHeaders(headers) };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof client[name as keyof Limits] !== 'number') throw new TypeError(`There is no option "${name}".`);
    // `maxRetries` and `retryBudget` may be 0; all other numbers must be at least 1.
    if (value !== undefined) checked[name as keyof Limits] = checkNumber(name, value, /retr/i.test(name) ? 0 : 1);
  }
  return checked;
}

/** Checks that a value is a whole number from `least` to the longest delay of a timer. Throws a TypeError otherwise. */
function checkNumber(name: string, value: unknown, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTimer) return value as number;
  throw wrongOption(name, `be a whole number from ${least} to ${longestTimer}, not ${value}.`);
}

function readBaseUrl(baseUrl: unknown): string {
  const url = `${tryTo(() => new URL(baseUrl as string))}`.replace(/(?<!\/)\/+$/, '');
  if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?(?<!\/api\/v1)$/.test(url)) return url;
  // The message does not repeat the value, because the URL may contain a password.
  throw wrongOption('baseUrl', 'be an absolute http or https URL without user name, password, "?", "#" or /api/v1.');
}

/** Returns the fixed token, or the token that the function returns. Throws a TypeError if a header cannot contain that token. */
export async function readToken(token: Token, request: TokenRequest): Promise<string> {
  return typeof token === 'function' ? checkToken(await token(request)) : token;
}

/** Checks a token. Only visible ASCII is safe in a header (RFC 6750 §2.1). The platform's own error would repeat the token. */
function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw wrongOption('token', 'be or return visible ASCII without line breaks.');
}

/** Returns true when a header can be sent. Hides the platform's own error, because it repeats the value, which may be secret. */
export function isSendable(name: string, value: string): boolean {
  return !!tryTo(() => new Headers([[name, value]]));
}

/** Checks the caller's headers. Returns them with their names in lower case. Throws a TypeError that names the wrong header. */
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

/**
 * Takes `retries` from the retries that all calls of one client may still use. If fewer are left, takes none and returns false.
 * A negative number gives retries back, up to the size of the budget.
 */
export type RetryBudget = (retries: number) => boolean;

/** How many milliseconds an empty budget takes to fill again, even if no call succeeds. */
const refillMs = 600_000;

/** Makes a full budget. */
export function makeRetryBudget(size: number, clock: Clock): RetryBudget {
  let left = size;
  let countedAt = clock.now();
  return (retries) => {
    const now = clock.now();
    left = Math.min(size, left + ((now - countedAt) / refillMs) * size);
    countedAt = now;
    if (left < retries) return false;
    left -= retries;
    return true;
  };
}

/** Returns the result of `make`, or undefined when it throws. Older browsers lack URL.canParse and the like. */
export function tryTo<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

export function wrongOption(name: string, must: string): TypeError {
  return new TypeError(`The option ${name} must ${must}`);
}
