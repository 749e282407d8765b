import { AbortError } from '../errors/abort-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import { type FetchResponse, type ReadResponse, readText } from '../http/read-text.ts';
import type { CheckedOptions } from '../options/read-options.ts';
import { startTimer } from '../options/start-timer.ts';

/** One request, complete but for the token. */
export interface Attempt extends Pick<CheckedOptions, 'fetch' | 'maxResponseBytes'> {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Parts of the body that no error may repeat. */
  secrets: string[];
  timeoutMs: number;
  /** The limit that `timeoutMs` stands for, in words. */
  limit: string;
  signal: AbortSignal | undefined;
  readToken: () => string | Promise<string>;
}

/**
 * Sends one request and reads its response to the end, the token's function included, all within `timeoutMs`.
 * Throws a ConnectionError, TimeoutError or AbortError, an UnexpectedResponseError when the response has too many bytes, and
 * whatever the token's function throws.
 */
export async function sendAttempt(attempt: Attempt): Promise<ReadResponse> {
  const { url, method, body = null, signal, fetch, maxResponseBytes } = attempt;
  refuseAborted(signal);
  const control = new AbortController();
  const stop = () => control.abort();
  const stopTimer = startTimer(attempt.timeoutMs, signal, stop);
  const send = async (): Promise<ReadResponse> => {
    const token = await attempt.readToken();
    // The token's function knows no signal, and may have outlived the attempt.
    control.signal.throwIfAborted();
    const headers = { ...attempt.headers, authorization: `Bearer ${token}` };
    let response: FetchResponse;
    let text: string | undefined;
    try {
      // A redirected POST would arrive as a GET, or carry the payment to a host that nobody chose.
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
    // Neither a token's function nor a fetch of the caller's needs to heed the signal.
    return await new Promise((resolve, reject) => {
      control.signal.addEventListener('abort', reject);
      send().then(resolve, reject);
    });
  } catch (error) {
    const isOver = control.signal.aborted;
    // Ends what goes on all the same: a response that is too long, a token's function that hangs.
    stop();
    refuseAborted(signal);
    throw isOver ? new TimeoutError(`${url} gave no whole response within ${attempt.limit}.${unknown}`) : error;
  } finally {
    stopTimer();
  }
}

/** The end of the message where no response came, or none to an earlier attempt. */
export const unknown = ' The call may have taken effect.';

/** Throws an AbortError when the caller has ended the call. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(`The call was ended by its signal.${unknown}`, { cause: signal.reason });
}

/** Says why a fetch failed: Node's own says only "fetch failed", and the reason in the cause. */
function because(cause: Failure | null | undefined): string {
  const inner = cause?.cause;
  // What is no HTTP is kept in the parser's error; it may repeat token and receipt, and errors are logged.
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
