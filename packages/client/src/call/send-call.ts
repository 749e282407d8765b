import type { BuiltRequest } from '../api/ride-openapi-fetch.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';
import type { ReadResponse } from '../http/read-text.ts';
import { startStopwatch } from '../options/clock.ts';
import { callHook } from '../options/hooks.ts';
import type { CheckedOptions } from '../options/read-options.ts';
import { maskSecrets } from '../response/mask-secrets.ts';
import { noteResponse } from '../response/response-of.ts';
import type { OperationId } from '../types.ts';
import { dropUnsendable, makeHeaders } from './make-headers.ts';
import { refuseAborted, sendAttempt, unknown } from './send-attempt.ts';

/** One call, the same over all its attempts, with the options of its client and its own. */
export interface Call extends CheckedOptions {
  id: string;
  operation: OperationId;
  /** Parts of the body that no error may repeat. */
  secrets: string[];
  idempotencyKey: string | undefined;
  /** True when sending again cannot do twice what should be done once. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/**
 * Sends the request of a call until it succeeds, is refused, or has used up its time, its retries or the client's budget.
 * `read` gives the value of a response, or throws the error that it is.
 */
export async function sendCall<T extends object>(
  call: Call,
  request: BuiltRequest,
  read: (response: ReadResponse) => T,
): Promise<T> {
  const { id: callId, operation, clock, hooks, budget, timeoutMs, attemptTimeoutMs, idempotencyKey, signal } = call;
  const watch = startStopwatch(clock);
  let leftMs = timeoutMs;
  let attempt = 0;
  let retries = 0;
  /** The token that was sent last, and the error of a 401, with the token that it was for. */
  let token = '';
  let refusal: [error: AuthenticationError, token: string] | undefined;
  let failure: unknown;
  /** Of a call whose earlier attempt may have taken effect: what refuses a later one says nothing of it. */
  let open = '';

  const sendOnce = async (): Promise<T> => {
    const { url, method } = request;
    const headers = makeHeaders(request.headers, ++attempt);
    callHook(hooks.onRequest, { callId, operation, attempt, url, method, headers });
    const startedAt = clock.now();
    const isLast = attemptTimeoutMs > leftMs;
    const response = await sendAttempt({
      ...call,
      ...request,
      headers: hooks.onRequest ? dropUnsendable(headers) : headers,
      timeoutMs: isLast ? leftMs : attemptTimeoutMs,
      limit: `${isLast ? `the call's ${timeoutMs}` : attemptTimeoutMs} ms`,
      readToken: async () => {
        token = await call.readToken({ attempt, refusedToken: refusal?.[1] });
        if (token === refusal?.[1]) throw refusal[0];
        return token;
      },
    });
    const { status } = response;
    if (hooks.onResponse) {
      const requestId = maskSecrets(response.headers.get('x-request-id') ?? '', response.secrets) || undefined;
      callHook(hooks.onResponse, { callId, operation, attempt, status, requestId, durationMs: clock.now() - startedAt });
    }
    const value = read(response);
    noteResponse(value, { response, attempts: attempt, callId });
    return value;
  };

  try {
    for (;;) {
      try {
        const value = await sendOnce();
        // What it spent, and a tenth.
        budget.earn(retries + 0.1);
        return value;
      } catch (error) {
        // What the token's function threw cannot say that an attempt before it may have taken effect, nor carry its key.
        if (attempt > 1 && !(error instanceof PaymentApiError))
          throw new ConnectionError(`The option token failed at a retry.${unknown}`, { cause: error });
        if (error instanceof TimeoutError) watch.waited(Math.min(attemptTimeoutMs, leftMs));
        leftMs = timeoutMs - watch.elapsed();
        let delayMs = 0;
        if (error instanceof AuthenticationError && call.canRenew && !refusal) refusal = [error, token];
        else {
          // What a 429 refuses was not carried out.
          if (!isPassing(error) || !(call.isRepeatable || error.status === 429)) throw error;
          // Full jitter: anywhere between at once and the back-off's end, so that clients that failed together do not return together.
          const jitterMs = clock.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retries);
          delayMs = 1000 * (error.retryAfterSeconds ?? 0) + Math.ceil(jitterMs);
          if (delayMs >= leftMs || retries >= call.maxRetries || !budget.take()) throw error;
          retries++;
          if (error.status !== 429) open = unknown;
        }
        callHook(hooks.onRetry, { callId, operation, attempt, error, delayMs });
        await clock.sleep(delayMs, signal);
        watch.waited(delayMs);
        refuseAborted(signal);
        leftMs = timeoutMs - watch.elapsed();
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
    callHook(hooks.onEnd, { callId, operation, attempts: attempt, durationMs: watch.elapsed(), error: failure });
  }
}

/** Says whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is PaymentApiError {
  if (!(error instanceof PaymentApiError)) return false;
  const { status = 0, code, isCutOff } = error as UnexpectedResponseError;
  const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError || !!isCutOff;
  return isUnanswered || status > 499 || status === 408 || status === 429 || code === 'idempotency_in_progress';
}
