import { AbortError } from '../errors/abort-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { type FetchResponse, type ReadResponse, readText } from '../http/read-text.ts';
import type { CheckedOptions } from '../options/read-options.ts';
import { startTimer } from '../options/start-timer.ts';

/** One request, complete except for the token. */
export interface Attempt extends Pick<CheckedOptions, 'fetch' | 'maxResponseBytes'> {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Parts of the body that no error may contain. */
  secrets: string[];
  timeoutMs: number;
  /** The limit behind `timeoutMs`, in words. */
  limit: string;
  signal: AbortSignal | undefined;
  readToken: () => string | Promise<string>;
}

/**
 * Sends one request and reads its response to the end, all within `timeoutMs`, which includes the call of the token's function.
 * @throws ConnectionError, TimeoutError, AbortError, UnexpectedResponseError when the response has too many bytes, and whatever
 * the token's function throws
 */
export async function sendAttempt(attempt: Attempt): Promise<ReadResponse> {
  const { url, method, body = null, signal, fetch, maxResponseBytes } = attempt;
  refuseAborted(signal);
  const control = new AbortController();
  const stop = () => control.abort();
  const stopTimer = startTimer(attempt.timeoutMs, signal, stop);
  const send = async (): Promise<ReadResponse> => {
    const token = await attempt.readToken();
    // The token's function gets no signal, so it may have returned after the attempt ended.
    control.signal.throwIfAborted();
    const headers = { ...attempt.headers, authorization: `Bearer ${token}` };
    let response: FetchResponse;
    let text: string | undefined;
    try {
      // Following a redirect would turn a POST into a GET, or send the payment to a host that nobody chose.
      response = await fetch(url, { method, headers, body, redirect: 'manual', signal: control.signal });
      text = await readText(response, maxResponseBytes);
    } catch (cause) {
      throw new ConnectionError(`${url} gave no whole response${because(cause as Failure)}.${unknown}`, { cause });
    }
    const { status } = response;
    if (text !== undefined) return { url, status, headers: response.headers, text, secrets: [token, ...attempt.secrets] };
    throw new UnexpectedResponseError(`${url} responded ${status} with more than ${maxResponseBytes} bytes.`, { status });
  };
  try {
    // A caller's fetch or token function may ignore the signal.
    return await new Promise((resolve, reject) => {
      control.signal.addEventListener('abort', reject);
      send().then(resolve, reject);
    });
  } catch (error) {
    const isOver = control.signal.aborted;
    // Ends what may still be running: a response that is too long, or a token function that hangs.
    stop();
    refuseAborted(signal);
    throw isOver ? new TimeoutError(`${url} gave no whole response within ${attempt.limit}.${unknown}`) : error;
  } finally {
    stopTimer();
  }
}

/** The end of an error's message when this attempt or an earlier one got no response. */
export const unknown = ' The call may have taken effect.';

/** Throws an AbortError when the caller has aborted the call. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(`The call was ended by its signal.${unknown}`, { cause: signal.reason });
}

/** Says why a fetch failed. Node's own message is only "fetch failed", and the reason is in its cause. */
function because(cause: Failure | null | undefined): string {
  const inner = cause?.cause;
  // The parser's error holds the bytes that were not HTTP. They may repeat the token or the receipt, and errors are logged.
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
