import { AbortError } from './errors/abort-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { TimeoutError } from './errors/timeout-error.ts';
import type { CheckedOptions } from './read-options.ts';

/** One request, complete but for the token. */
export interface Attempt {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** An answer read to its end. `token` is what was sent, so that it can be masked. */
export interface Answer {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  token: string;
}

/**
 * Sends one request and reads its answer to the end, the token's function included, all within `timeoutMs`.
 * What fails on the way fails as a ConnectionError, TimeoutError or AbortError.
 */
export async function sendAttempt(
  { readToken, fetch }: Pick<CheckedOptions, 'readToken' | 'fetch'>,
  { url, method, headers, body, timeoutMs, signal }: Attempt,
): Promise<Answer> {
  refuseAborted(signal);
  const control = new AbortController();
  const stop = () => control.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener('abort', stop);
  let isSending = false;
  const exchange = async (): Promise<Answer> => {
    const token = await readToken();
    // Its function knows no signal, and may have outlived the attempt.
    control.signal.throwIfAborted();
    isSending = true;
    const response = await fetch(url, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
      // A redirected POST would arrive as a GET, or carry the payment to a host that nobody chose.
      redirect: 'manual',
      signal: control.signal,
    });
    return { url, status: response.status, headers: response.headers, text: await response.text(), token };
  };
  try {
    // Neither a token's function nor a fetch of the caller's need heed the signal.
    return await new Promise((done, fail) => {
      control.signal.addEventListener('abort', fail);
      exchange().then(done, fail);
    });
  } catch (cause) {
    refuseAborted(signal);
    if (control.signal.aborted) throw new TimeoutError(`${url} gave no whole answer within ${timeoutMs} ms; ${unknown}`);
    // What the token's own function threw is its owner's to read.
    if (!isSending) throw cause;
    throw new ConnectionError(`${url} could not be reached, or broke off${because(cause as Failure)}; ${unknown}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** What a call that got no answer must say. */
export const unknown = 'whether the call took effect is unknown.';

/** Throws an AbortError when the caller has ended the call. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError(`The call was ended by its signal; ${unknown}`, { cause: signal.reason });
}

/** Node's fetch says only "fetch failed", and why in the cause. */
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
