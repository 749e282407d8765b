import { operationTable } from '@payment-invoice/generated';
import { noteResponse } from '../client/response-of.ts';
import { AuthenticationError } from '../errors/authentication-error.ts';
import { ConnectionError } from '../errors/connection-error.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import { maskSecrets } from '../response/mask-secrets.ts';
import { readInvoice } from '../response/read-invoice.ts';
import type { PaymentInvoice } from '../types.ts';
import type { Call } from './call.ts';
import { callHook } from './hooks.ts';
import { isPassing } from './is-passing.ts';
import { dropUnsendable, makeHeaders } from './make-headers.ts';
import { refuseAborted, sendAttempt, unknown } from './send-attempt.ts';
import { startStopwatch } from './stopwatch.ts';

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/** Sends a call until it succeeds, is refused, or has used up its time, its retries or the client's budget. */
export async function sendCall(call: Call): Promise<PaymentInvoice> {
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

  const sendOnce = async (): Promise<PaymentInvoice> => {
    const { path, method } = operationTable[operation];
    const url = call.baseUrl + path;
    const headers = makeHeaders(call, ++attempt);
    callHook(hooks.onRequest, { callId, operation, attempt, url, headers });
    const startedAt = clock.now();
    const isLast = attemptTimeoutMs > leftMs;
    const response = await sendAttempt({
      ...call,
      url,
      method,
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
    const requestId = maskSecrets(response.headers.get('x-request-id') ?? '', response.secrets) || undefined;
    callHook(hooks.onResponse, { callId, operation, attempt, status, requestId, durationMs: clock.now() - startedAt });
    const invoice = readInvoice(response, call);
    noteResponse(invoice, { response, attempts: attempt, callId });
    return invoice;
  };

  try {
    for (;;) {
      try {
        const invoice = await sendOnce();
        // What it spent, and a tenth.
        budget.earn(retries + 0.1);
        return invoice;
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
