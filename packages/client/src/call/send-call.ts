import type { BuiltRequest } from '../api/ride-openapi-fetch.ts';
import { AbortError, AuthenticationError, ConnectionError, TimeoutError } from '../errors/error-classes.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';
import type { ReadResponse } from '../http/read-text.ts';
import type { CallEvent } from '../options/client-options.ts';
import { startCountdown } from '../options/clock.ts';
import { type CheckedOptions, readToken } from '../options/read-options.ts';
import { noteResponse } from '../response/response-of.ts';
import type { OperationId } from '../types.ts';
import { dropUnsendable, makeHeaders, refuseAborted, sendAttempt, unknown } from './send-attempt.ts';

/** The data of one call, which are the same for all its attempts: the client's options, overridden by the options of the call. */
export interface Call extends CheckedOptions {
  callId: string;
  operation: OperationId;
  /** Parts of the request's body that no error may contain. */
  secrets: string[];
  idempotencyKey: string | undefined;
  /** True when sending the request again cannot repeat its effect. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Sends the request of a call until it succeeds, is refused, or has used up its time, its retries or the client's budget.
 * `read` returns the value of a success, and throws the error for any other response.
 */
export async function sendCall<T extends object>(
  call: Call,
  request: BuiltRequest,
  read: (response: ReadResponse) => T,
): Promise<T> {
  const firstDelayMs = 500;
  const longestDelayMs = 8_000;
  const { callId, operation, clock, hooks, budget, timeoutMs, attemptTimeoutMs } = call;
  const { url, method } = request;
  const leftMs = startCountdown(clock, timeoutMs);
  let attempt = 0;
  let retries = 0;
  /** The token that was sent last. `refusal` is the error of the first 401, which refused `refusedToken`. */
  let token = '';
  let refusal: AuthenticationError | undefined;
  let refusedToken: string | undefined;
  let failure: unknown;
  /** A sentence for the error if an earlier attempt may have taken effect: a later refusal does not rule that out. */
  let open = '';
  const tell = <Event extends CallEvent>(hook: ((event: Event) => void) | undefined, facts: Omit<Event, keyof CallEvent>) => {
    // The async function turns an exception of the hook into a rejection, but the hook still starts synchronously.
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
      const callMs = leftMs();
      const attemptMs = Math.min(attemptTimeoutMs, callMs);
      try {
        const sent = hooks.onRequest ? dropUnsendable(headers) : headers;
        const response = await sendAttempt(call, request, sent, attemptMs, readNewToken);
        const requestId = response.mask(response.headers.get('x-request-id') ?? '') || undefined;
        tell(hooks.onResponse, { attempt, status: response.status, requestId, durationMs: callMs - leftMs() });
        const value = read(response);
        noteResponse(value, { response, attempts: attempt, callId });
        // After a success, the budget gets back the retries that the call used, and a tenth of a retry more.
        budget(-retries - 0.1);
        return value;
      } catch (error) {
        // The token function failed before a retry. The caller must learn that an earlier attempt may have taken effect.
        if (attempt > 1 && !(error instanceof PaymentApiError))
          throw new ConnectionError(`The option token failed on a retry.${unknown}`, { cause: error });
        if (error instanceof TimeoutError) leftMs(attemptMs);
        let delayMs = 0;
        if (error instanceof AuthenticationError && typeof call.token === 'function' && !refusal) {
          refusal = error;
          refusedToken = token;
        } else {
          // A 429 means that the service did nothing, so even a createPayment request without a key may be sent again.
          if (!isPassing(error) || !(call.isRepeatable || error.status === 429)) throw error;
          // Full jitter: a delay from zero to the back-off's maximum, so that clients which failed together spread out.
          const jitterMs = clock.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** retries);
          delayMs = 1000 * (error.retryAfterSeconds ?? 0) + Math.ceil(jitterMs);
          if (delayMs >= leftMs() || retries >= call.maxRetries || !budget(1)) throw error;
          retries++;
          if (error.status !== 429) open = unknown;
        }
        tell(hooks.onRetry, { attempt, error, delayMs });
        await clock.sleep(delayMs, call.signal);
        refuseAborted(call.signal);
        // If the machine was suspended during the wait, the call's time may be over.
        if (leftMs(delayMs) <= 0) throw error;
      }
    }
  } catch (error) {
    failure = error;
    if (error instanceof PaymentApiError) {
      if (error.status) error.message += open;
      Object.assign(error, { callId, attempts: attempt, idempotencyKey: call.idempotencyKey });
    }
    throw error;
  } finally {
    tell(hooks.onEnd, { attempts: attempt, durationMs: timeoutMs - leftMs(), error: failure });
  }
}

/** Returns true for a temporary failure: the same request may succeed a little later. */
export function isPassing(error: unknown): error is PaymentApiError {
  if (!(error instanceof PaymentApiError) || error instanceof AbortError) return false;
  const { status = 500, code, isCutOff } = error as PaymentApiError & { isCutOff?: boolean };
  return isCutOff || status > 499 || status === 408 || status === 429 || code === 'idempotency_in_progress';
}
