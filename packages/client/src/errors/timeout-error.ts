import { PaymentApiError } from './payment-api-error.ts';

/** No whole answer within the client's `timeoutMs`. Whether the call took effect is unknown. */
export class TimeoutError extends PaymentApiError {
  override name = 'TimeoutError';
}
