import type { Clock } from './clock.ts';
import { mediaTypeOf } from './describe-body.ts';
import { errorForAnswer } from './error-for-answer.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { PaymentApiError } from './errors/payment-api-error.ts';
import type { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts';
import { callHook } from './hooks.ts';
import { isPassing } from './is-passing.ts';
import type { OperationId } from './operations.ts';
import type { CheckedOptions, Limits } from './read-options.ts';
import { parseJson } from './read-problem.ts';
import { type Answer, refuseAborted, sendAttempt, unknown } from './send-attempt.ts';
import type { PaymentInvoice } from './types.ts';

/** What all calls of one client share. */
export interface Connection extends CheckedOptions {
  clock: Clock;
  /** What is left of the retry budget. */
  retriesLeft: number;
}

/** One call, the same over all its attempts. */
export interface Call extends Required<Limits> {
  operation: OperationId;
  path: string;
  /** JSON. */
  body: string;
  /** The invoice that the answer must be; undefined where the answer makes one. */
  invoiceId: string | undefined;
  /** Parts of the body that no error may repeat. */
  secrets: string[];
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/** Sends a call until it succeeds, is refused, or has used up its time, its retries or the client's budget. */
export async function sendCall(connection: Connection, call: Call): Promise<PaymentInvoice> {
  const { clock, hooks } = connection;
  const { operation } = call;
  const startedAt = clock.now();
  const leftMs = () => startedAt + call.timeoutMs - clock.now();
  let attempts = 0;
  let failure: unknown;
  try {
    for (;;) {
      try {
        const invoice = await sendOnce(connection, call, ++attempts, leftMs());
        // What it spent, one less than its attempts, and a tenth.
        connection.retriesLeft = Math.min(connection.retryBudget, connection.retriesLeft + attempts - 0.9);
        return invoice;
      } catch (error) {
        // What the token's own function threw cannot say that an attempt before it may have taken effect, nor carry its key.
        if (attempts > 1 && !(error instanceof PaymentApiError))
          throw new ConnectionError(`The option token failed at a retry; ${unknown}`, { cause: error });
        if (!isPassing(error) || !isSafe(error, connection, call)) throw error;
        const delayMs = delayAfter(error, attempts, clock);
        if (delayMs >= leftMs() || attempts > call.maxRetries || connection.retriesLeft < 1) throw error;
        connection.retriesLeft--;
        callHook(hooks.onRetry, { operation, attempt: attempts, error, delayMs });
        await clock.sleep(delayMs, call.signal);
        refuseAborted(call.signal);
        // A machine that slept may have outslept the call.
        if (leftMs() <= 0) throw error;
      }
    }
  } catch (error) {
    failure = error;
    if (error instanceof PaymentApiError && call.idempotencyKey) error.idempotencyKey = call.idempotencyKey;
    throw error;
  } finally {
    callHook(hooks.onEnd, { operation, attempts, durationMs: clock.now() - startedAt, error: failure });
  }
}

async function sendOnce(connection: Connection, call: Call, attempt: number, leftMs: number): Promise<PaymentInvoice> {
  const { clock, hooks, baseUrl } = connection;
  const { operation, body, signal, idempotencyKey } = call;
  const url = baseUrl + call.path;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  callHook(hooks.onRequest, { operation, attempt, url, headers });
  const startedAt = clock.now();
  const timeoutMs = Math.min(call.attemptTimeoutMs, leftMs);
  const answer = await sendAttempt(connection, { url, method: 'POST', headers, body, timeoutMs, signal });
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  callHook(hooks.onResponse, { operation, attempt, status: answer.status, requestId, durationMs: clock.now() - startedAt });
  return readInvoice(answer, call);
}

/**
 * The invoice in an answer. Any 2xx is success (the contract's core fixes none). Throws the error for every other answer: of
 * another invoice too, from a gateway's cache or meant for another request, because its PAID would be taken for this one's.
 */
function readInvoice(answer: Answer, { secrets, invoiceId }: Call): PaymentInvoice {
  const { status, headers, text, token } = answer;
  const isSuccess = status > 199 && status < 300;
  const value = parseJson(text);
  if (isSuccess && typeof value?.id === 'string' && value.id && (!invoiceId || value.id === invoiceId))
    return value as unknown as PaymentInvoice;
  const error = errorForAnswer(answer, [token, ...secrets]);
  if (isSuccess && value === undefined && mediaTypeOf(headers) === 'application/json') {
    (error as UnexpectedAnswerError).isCutOff = true;
  }
  throw error;
}

/** Full jitter: anywhere between at once and the back-off's end, so that clients that failed together do not return together. */
function delayAfter({ retryAfterSeconds = 0 }: PaymentApiError, attempts: number, { random }: Clock): number {
  return retryAfterSeconds * 1000 + Math.ceil(random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)));
}

/** Whether sending again cannot do twice what should be done once: what a 429 answers was not carried out. */
function isSafe(error: PaymentApiError, { idempotency }: Connection, { operation }: Call): boolean {
  return idempotency || operation !== 'createPayment' || error.status === 429;
}
