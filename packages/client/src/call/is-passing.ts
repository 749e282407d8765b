import { ConnectionError } from '../errors/connection-error.ts';
import { PaymentApiError } from '../errors/payment-api-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';
import type { UnexpectedResponseError } from '../errors/unexpected-response-error.ts';

/** Says whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is PaymentApiError {
  if (!(error instanceof PaymentApiError)) return false;
  const { status = 0, code, isCutOff } = error as UnexpectedResponseError;
  const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError || !!isCutOff;
  return isUnanswered || status > 499 || status === 408 || status === 429 || code === 'idempotency_in_progress';
}
