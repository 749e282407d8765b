import { PaymentApiError } from './payment-api-error.ts';

/** No whole answer in time, or an invoice that did not become what was waited for. Whether the call took effect is unknown. */
export class TimeoutError extends PaymentApiError {
  override readonly name = 'TimeoutError';
}
