import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 429: too many requests. */
export class RateLimitError extends PaymentApiError {
  override readonly name = 'RateLimitError';
  declare readonly status: 429;
  declare readonly code: Open<CodesOf<429>> | undefined;
}
