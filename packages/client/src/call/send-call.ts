import type { BuiltRequest } from '../api/ride-openapi-fetch.ts';
import { AbortError } from '../errors/abort-error.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { ReadResponse } from '../http/read-text.ts';
import { startStopwatch } from '../options/clock.ts';
import type { CallEvent } from '../options/hooks.ts';
import { type CheckedOptions, readToken } from '../options/read-options.ts';
import { maskSecrets } from '../response/mask-secrets.ts';
import { noteResponse } from '../response/response-of.ts';
import type { OperationId } from '../types.ts';
import { dropUnsendable, makeHeaders } from './make-headers.ts';
import { refuseAborted, sendAttempt, unknown } from './send-attempt.ts';

/** One call, the same over all its attempts, with the options of its client and its own. */
export interface Call extends CheckedOptions {
  callId: string;
  operation: OperationId;
  /** Parts of the body that no error may repeat. */
  secrets: string[];
  idempotencyKey: string | undefined;
  /** True when sending again cannot do twice what should be done once. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Sends the request of a call until it succeeds, is refused, or has used up its time, its retries or the client's budget.
 * `read` gives the value of a response, or throws the error that it is.
 */
export async function sendCall<T extends object>(
  call: Call,
  request: BuiltRequest,
  read: (response: ReadResponse) => T,
): Promise<T> {
  const { callId, operation, clock, hooks, budget, timeoutMs, attemptTimeoutMs, idempotencyKey, signal } = call;
  const { url, method } = request;
  const firstDelayMs = 500;
  const longestDelayMs = 8_000;
  const elapsedMs = startStopwatch(clock);
  let leftMs = timeoutMs;
  let attempt = 0;
  let retries = 0;
  /** The token that was sent last, and the error of a 401 with the token that it was for. */
  let token = '';
  let refusal: AuthenticationError | undefined;
  let refusedToken: string | undefined;
  let failure: unknown;
  /** Of a call whose earlier attempt may have taken effect: what refuses a later one says nothing of it. */
  let open = '';
  const tell = <Event extends CallEvent>(hook: ((event: Event) => void) | undefined, facts: Omit<Event, keyof CallEvent>) => {
    // Async, so that what the hook throws and what its promise rejects with end in one place; it starts at once all the same.
    if (hook) (async () => hook({ callId, operation, ...facts } as Event))().catch(console.error);
  };
  const readNewToken = async (): Promise<string> => {
    token = await readToken(call.token, { attempt, refusedToken });
    if (token === refusedToken) throw refusal;
    return token;
  };

  try {
    for (;;) {
      const headers = makeHeaders(request.headers, ++attempt);
      tell(hooks.onRequest, { attempt, url, method, headers });
      const attemptElapsedMs = startStopwatch(clock);
      const attemptMs = Math.min(attemptTimeoutMs, leftMs);
      try {
        const response = await sendAttempt({
          ...call,
          ...request,
          headers: hooks.onRequest ? dropUnsendable(headers) : headers,
          timeoutMs: attemptMs,
          limit: `${attemptMs < attemptTimeoutMs ? `the call's ${timeoutMs}` : attemptMs} ms`,
          readToken: readNewToken,
        });
        const requestId = maskSecrets(response.headers.get('x-request-id') ?? '', response.secrets) || undefined;
        tell(hooks.onResponse, { attempt, status: response.status, requestId, durationMs: attemptElapsedMs() });
        const value = read(response);
        noteResponse(value, { response, attempts: attempt, callId });
        // What it spent, and a tenth.
        budget(-retries - 0.1);
        return value;
      } catch (error) {
        // What the token's function threw cannot say that an attempt before it may have taken effect, nor carry its key.
        if (attempt > 1 && !(error instanceof PaymentApiError))
          throw new ConnectionError(`The option token failed at a retry.${unknown}`, { cause: error });
        leftMs = timeoutMs - elapsedMs(error instanceof TimeoutError ? attemptMs : 0);
        let delayMs = 0;
        if (error instanceof AuthenticationError && typeof call.token === 'function' && !refusal) {
          refusal = error;
          refusedToken = token;
        } else {
          // What a 429 refuses was not carried out.
          if (!isPassing(error) || !(call.isRepeatable || error.status === 429)) throw error;
          // Full jitter: anywhere between at once and the back-off's end, so that clients that failed together do not return together.
          const jitterMs = clock.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retries);
          delayMs = 1000 * (error.retryAfterSeconds ?? 0) + Math.ceil(jitterMs);
          if (delayMs >= leftMs || retries >= call.maxRetries || !budget(1)) throw error;
          retries++;
          if (error.status !== 429) open = unknown;
        }
        tell(hooks.onRetry, { attempt, error, delayMs });
        await clock.sleep(delayMs, signal);
        leftMs = timeoutMs - elapsedMs(delayMs);
        refuseAborted(signal);
        // A machine that slept may have outslept the call.
        if (leftMs <= 0) throw error;
      }
    }
  } catch (error) {
    failure = error;
    if (error instanceof PaymentApiError) {
      if (error.status) error.message += open;
      Object.assign(error, { callId, attempts: attempt, idempotencyKey });
    }
    throw error;
  } finally {
    tell(hooks.onEnd, { attempts: attempt, durationMs: elapsedMs(), error: failure });
  }
}

/** Says whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is PaymentApiError {
  if (!(error instanceof PaymentApiError)) return false;
  const { status, code, isCutOff } = error as PaymentApiError & { isCutOff?: boolean };
  if (status === undefined) return !(error instanceof AbortError);
  return isCutOff || status > 499 || status === 408 || status === 429 || code === 'idempotency_in_progress';
}
