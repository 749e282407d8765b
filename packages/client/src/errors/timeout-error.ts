import { PaymentApiError } from './payment-api-error.ts';

/**
 * No complete response came in time, or an invoice did not reach the status waited for. Whether the call took effect is unknown.
 */
export class TimeoutError extends PaymentApiError {
  override readonly name = 'TimeoutError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}
