import { PaymentApiError } from './payment-api-error.ts';

/** No whole response in time, or an invoice that did not become what was waited for. Whether the call took effect is unknown. */
export class TimeoutError extends PaymentApiError {
  override readonly name = 'TimeoutError';
  declare readonly status: undefined;
  declare readonly code: undefined;
}
