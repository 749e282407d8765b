import { PaymentApiError } from './payment-api-error.ts';

/** 404: no invoice of this account has that id (`invoice_not_found`), or the base URL is wrong (`not_found`). */
export class NotFoundError extends PaymentApiError {
  override readonly name = 'NotFoundError';
}
