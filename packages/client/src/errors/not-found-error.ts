import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 404: no invoice of this account has that id (`invoice_not_found`), or the base URL is wrong (`not_found`). */
export class NotFoundError extends PaymentApiError {
  override readonly name = 'NotFoundError';
  declare readonly status: 404;
  declare readonly code: Open<CodesOf<404>> | undefined;
}
