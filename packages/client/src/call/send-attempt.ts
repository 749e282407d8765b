import type { BuiltRequest } from '../api/ride-openapi-fetch.ts';
import { AbortError, ConnectionError, TimeoutError, UnexpectedResponseError } from '../errors/error-classes.ts';
import { type FetchResponse, type ReadResponse, readText } from '../http/read-text.ts';
import { startTimer } from '../options/clock.ts';
import { type CheckedOptions, isSendable } from '../options/read-options.ts';
import { makeMask } from '../response/mask-secrets.ts';
import { version } from '../version.ts';

/** The options and data that a single attempt of a call needs. */
export interface Sender extends Pick<CheckedOptions, 'fetch' | 'timeoutMs' | 'attemptTimeoutMs' | 'maxResponseBytes'> {
  /** Parts of the request's body that no error may contain. */
  secrets: string[];
  signal: AbortSignal | undefined;
}

/**
 * Sends one request and reads its whole response. All this must be done within `mostMs`, including the call to the token
 * function.
 * @throws ConnectionError, TimeoutError, AbortError, UnexpectedResponseError when the response has too many bytes, and whatever
 * the token function throws
 */
export async function sendAttempt(
  call: Sender,
  { url, method, body }: BuiltRequest,
  headers: Record<string, string>,
  mostMs: number,
  readOwnToken: () => Promise<string>,
): Promise<ReadResponse> {
  const { fetch = globalThis.fetch, signal } = call;
  refuseAborted(signal);
  const control = new AbortController();
  const send = async (): Promise<ReadResponse> => {
    const token = await readOwnToken();
    // The token function cannot be aborted, so the attempt may already have ended when the function returns.
    control.signal.throwIfAborted();
    let response: FetchResponse;
    let text: string | undefined;
    try {
      response = await fetch(url, {
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: body ?? null,
        // A redirect must not be followed: it could turn the POST into a GET, or send the request to another host.
        redirect: 'manual',
        signal: control.signal,
      });
      text = await readText(response, call.maxResponseBytes);
    } catch (cause) {
      throw new ConnectionError(`${url} sent no complete response${because(cause as Failure)}.${unknown}`, { cause });
    }
    const { status } = response;
    if (text !== undefined) return { url, status, headers: response.headers, text, mask: makeMask([token, ...call.secrets]) };
    throw new UnexpectedResponseError(`${url} responded ${status} with more than ${call.maxResponseBytes} bytes.`, { status });
  };
  let stopTimer: (() => void) | undefined;
  try {
    // The timer itself rejects the promise, because the caller's fetch or token function may ignore the signal.
    return await new Promise((resolve, reject) => {
      stopTimer = startTimer(mostMs, signal, () => {
        const most = mostMs < call.attemptTimeoutMs ? `the call's ${call.timeoutMs}` : mostMs;
        reject(new TimeoutError(`${url} sent no complete response within ${most} ms.${unknown}`));
      });
      send().then(resolve, reject);
    });
  } catch (error) {
    // Stops a response that is too long, or a fetch that is still running.
    control.abort();
    refuseAborted(signal);
    throw error;
  } finally {
    stopTimer?.();
  }
}

/** The last sentence of an error's message if this attempt or an earlier one got no response. */
export const unknown = ' The call may have taken effect.';

/** Throws an AbortError when the caller has aborted the call. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(`The call was aborted by its signal.${unknown}`, { cause: signal.reason });
}

/** Returns the reason why a fetch failed. The message of Node's own error is only "fetch failed". */
function because(cause: Failure | null | undefined): string {
  const inner = cause?.cause;
  // The error of Node's HTTP parser contains bytes that may repeat the token or the receipt, and applications log errors.
  if (inner?.name === 'HTTPParserError') delete inner.data;
  const code = inner?.code ?? cause?.code;
  return typeof code === 'string' ? ` (${code})` : '';
}

interface Failure {
  name?: unknown;
  code?: unknown;
  data?: unknown;
  cause?: Failure;
}

/**
 * Makes the headers of one attempt, without the token. A browser sends its own User-Agent, and would need a CORS preflight for an
 * additional header, such as the attempt's number.
 */
export function makeHeaders(built: Headers, attempt = 1): Record<string, string> {
  const isBrowser = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.includes('Mozilla');
  return {
    ...(!isBrowser && {
      'user-agent': `payment-invoice-client/${version}`,
      ...(attempt > 1 && { 'x-client-attempt': `${attempt}` }),
    }),
    ...Object.fromEntries(built),
  };
}

/** Removes headers that cannot be sent, and logs each one. A mistake in a hook must not break a payment. */
export function dropUnsendable(headers: Record<string, string>): Record<string, string> {
  for (const name in headers) {
    if (isSendable(name, headers[name] as string)) continue;
    console.error(new TypeError(`The header ${JSON.stringify(name)} of a hook cannot be sent.`));
    delete headers[name];
  }
  return headers;
}
