import { PaymentApiError } from './payment-api-error.ts';

/** 422 `receipt_*`: the receipt is not one for this invoice; `code` says why. The invoice is unchanged. */
export class ReceiptError extends PaymentApiError {
  override readonly name = 'ReceiptError';
}
