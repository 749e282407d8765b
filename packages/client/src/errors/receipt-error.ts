import type { CodesOf, Open } from '../types.ts';
import { PaymentApiError } from './payment-api-error.ts';

/** 422 `receipt_*`: the receipt does not fit this invoice; `code` says why. The invoice is unchanged. */
export class ReceiptError extends PaymentApiError {
  override readonly name = 'ReceiptError';
  declare readonly status: 422;
  declare readonly code: Open<Extract<CodesOf<422>, `receipt_${string}`>>;
}
