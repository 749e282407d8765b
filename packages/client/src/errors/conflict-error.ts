import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/**
 * 409: the invoice is final, the receipt already counts for another invoice, or the same create is still running; `code` says
 * which.
 */
export class ConflictError extends PaymentApiError {
  override readonly name = 'ConflictError';
  declare readonly status: 409;
  declare readonly code: Open<CodesOf<409>> | undefined;
}
