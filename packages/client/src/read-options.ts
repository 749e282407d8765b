/** What createClient takes. */
export interface ClientOptions {
  /** Where the service is, without `/api/v1`: `https://payments.example`. */
  baseUrl: string;
  /** The account's token, or a function that gives it before each call, for tokens that change. */
  token: string | (() => string | Promise<string>);
  /** Sends the requests instead of the global fetch: for proxies, retries, logs. It gets a Request that carries the token. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds until a call, its answer read to the end, is given up. 30000 when absent. */
  timeoutMs?: number;
}

/** Options with everything checked and filled in. */
export interface CheckedOptions {
  baseUrl: string;
  readToken: () => Promise<string>;
  fetch: (request: Request) => Promise<Response>;
  timeoutMs: number;
}

const known = ['baseUrl', 'token', 'fetch', 'timeoutMs'];
const longestTimer = 2_147_483_647;

/** Checks what createClient was given. Throws a TypeError that names the option; never repeats a token. */
export function readOptions(options: ClientOptions): CheckedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createClient takes one object: createClient({ baseUrl, token }).');
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`createClient knows no option "${unknown}". It takes ${known.join(', ')}.`);
  }
  const { token, fetch = (request: Request) => globalThis.fetch(request), timeoutMs = 30_000 } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  if (typeof token !== 'function') checkToken(token, 'The option token');
  if (typeof fetch !== 'function') throw new TypeError('The option fetch must be a function like the global fetch.');
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > longestTimer) {
    throw new TypeError(
      `The option timeoutMs must be a whole number of milliseconds from 1 to ${longestTimer}; it is ${String(timeoutMs)}.`,
    );
  }
  return {
    baseUrl,
    readToken: async () =>
      typeof token === 'function' ? checkToken(await token(), "The token option's function gave something that") : token,
    fetch,
    timeoutMs,
  };
}

function readBaseUrl(baseUrl: unknown): string {
  const example = 'Give where the service is, for example "http://127.0.0.1:8080".';
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '') throw new TypeError(`The option baseUrl is missing. ${example}`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`The option baseUrl must be an absolute http or https URL. ${example}`);
  }
  // Not repeated in the message: what stands there is a password.
  if (url.username || url.password)
    throw new TypeError('The option baseUrl must not hold a user name or password; the token goes in the option token.');
  if (url.search || url.hash) throw new TypeError(`The option baseUrl must end with its path, without "?" and "#". ${example}`);
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/api/v1')) {
    throw new TypeError('The option baseUrl must stop before /api/v1: the client adds the paths of the contract itself.');
  }
  return url.origin + path;
}

/** A token goes into a header, where only visible ASCII is safe (RFC 6750 §2.1); the platform's own error would repeat it. */
function checkToken(token: unknown, subject: string): string {
  if (typeof token !== 'string' || token === '') throw new TypeError(`${subject} must be a non-empty string.`);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError(
      `${subject} must hold visible ASCII alone: no spaces, no line breaks. Was it read from a file with a line break at its end?`,
    );
  }
  return token;
}
