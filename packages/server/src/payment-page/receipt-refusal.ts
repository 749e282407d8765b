/** A reason to refuse a receipt that the form itself shows. For other reasons the page of the invoice says more. */
export type ReceiptRefusal =
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable'
  | 'rate_limited';
