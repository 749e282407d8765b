import type { Hooks } from './hooks.ts';

/** Sends one request, as the global fetch does; no more of its answer is used than this. */
export type Fetch = (url: string, init: RequestInit) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>;

/** How long and how often: for every call in createClient's options, for one in its own. */
export interface Limits {
  /** Milliseconds until a call, its retries and waits included, is given up. 60000 when absent. */
  timeoutMs?: number;
  /** Milliseconds until one attempt, its answer read to the end, is given up. 20000 when absent. */
  attemptTimeoutMs?: number;
  /** How often a call is sent again when it failed in passing; 0 turns retries off. 3 when absent. */
  maxRetries?: number;
}

/** What createClient takes. */
export interface ClientOptions extends Limits {
  /** Where the service is, without `/api/v1`: `https://payments.example`. */
  baseUrl: string;
  /** The account's token, or a function that gives it before each attempt, for tokens that change. */
  token: string | (() => string | Promise<string>);
  /** Sends the requests instead of the global fetch: for proxies, agents, tests. It is given the token. */
  fetch?: Fetch;
  /**
   * How many retries all calls together may spend; 100 when absent. What a call spent comes back when it succeeds, and each
   * success earns a tenth of a retry: so a service that is down gets at most a tenth more requests, not a multiple.
   */
  retryBudget?: number;
  /**
   * Whether the deployment has the contract's feature `idempotency`; true when absent. With false a create is sent again only
   * after a 429, which says that it was not carried out. Whatever is not true counts as false.
   */
  idempotency?: boolean;
  /** Told of each request, answer, retry and end. Other members are not called. */
  hooks?: Hooks;
}

/** Options with everything checked and filled in. */
export interface CheckedOptions extends Required<Limits> {
  baseUrl: string;
  readToken: () => string | Promise<string>;
  fetch: Fetch;
  retryBudget: number;
  idempotency: boolean;
  hooks: Hooks;
}

const defaults = { timeoutMs: 60_000, attemptTimeoutMs: 20_000, maxRetries: 3 };
const longestTimer = 2 ** 31 - 1;

/** Checks what createClient was given. Throws a TypeError that names the option; never repeats a token. */
export function readOptions(options: ClientOptions): CheckedOptions {
  const {
    baseUrl,
    token,
    fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init),
    retryBudget = 100,
    idempotency = true,
    hooks,
    ...limits
  } = { ...options };
  const checked = {
    // First, because it is what a call without arguments misses first.
    baseUrl: readBaseUrl(baseUrl),
    fetch,
    retryBudget: checkNumber('retryBudget', retryBudget, 0),
    // The text "false" of an environment variable is not true: it would create twice where that feature is not.
    idempotency: idempotency === true,
    hooks: hooks ?? {},
    ...readLimits(limits, defaults),
  };
  if (typeof fetch !== 'function') throw wrongOption('fetch', 'be a function.');
  if (typeof token === 'function') return { ...checked, readToken: async () => checkToken(await token()) };
  checkToken(token);
  return { ...checked, readToken: () => token };
}

/** Checks limits and fills them in. Throws a TypeError that names the wrong or unknown one. */
export function readLimits(given: Limits, otherwise: Required<Limits>): Required<Limits> {
  const checked: Record<string, number> & Required<Limits> = { ...otherwise };
  for (const name in given) {
    const value = given[name as keyof Limits];
    if (!(name in defaults)) throw new TypeError(`There is no option "${name}".`);
    if (value !== undefined) checked[name] = checkNumber(name, value, name === 'maxRetries' ? 0 : 1);
  }
  return checked;
}

/** The error for an option that is wrong. */
export function wrongOption(name: string, must: string): TypeError {
  return new TypeError(`The option ${name} must ${must}`);
}

/** Checks a whole number that a timer can take. Throws a TypeError. */
export function checkNumber(name: string, value: unknown, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTimer) return value as number;
  throw wrongOption(name, `be a whole number from ${least} to ${longestTimer}, not ${value}.`);
}

function readBaseUrl(baseUrl: unknown): string {
  // Not URL.canParse, which older browsers lack.
  let url: URL | undefined;
  try {
    url = new URL(baseUrl as string);
  } catch {}
  const path = url?.pathname.replace(/\/+$/, '');
  const must =
    !url || !/^https?:$/.test(url.protocol)
      ? 'be an absolute http or https URL.'
      : // Not repeated in the message: what stands there is a password.
        url.username || url.password || url.search || url.hash
        ? 'hold no user name, password, "?" or "#".'
        : path?.endsWith('/api/v1') && 'stop before /api/v1, which the client adds.';
  if (must) throw wrongOption('baseUrl', must);
  return (url as URL).origin + path;
}

/** A token goes into a header, where only visible ASCII is safe (RFC 6750 §2.1); the platform's own error would repeat it. */
function checkToken(token: unknown): string {
  if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  throw wrongOption('token', 'be or give visible ASCII, without a line break.');
}
