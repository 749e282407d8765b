import { PaymentApiError } from './payment-api-error.ts';

/** 409: the invoice is final, or the receipt already counts for another one; `code` says which. */
export class ConflictError extends PaymentApiError {
  override readonly name = 'ConflictError';
}
