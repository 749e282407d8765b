import { PaymentApiError } from './payment-api-error.ts';

/** 429: too many requests. */
export class RateLimitError extends PaymentApiError {
  override readonly name = 'RateLimitError';
}
