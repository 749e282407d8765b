/** The names of the notices about what was just done. */
const names = ['pending', 'failed', 'unavailable', 'late'] as const;

/** The name of a notice. The URL contains only the name, so that nobody can make the page show other text. */
export type NoticeName = (typeof names)[number];

/** Reads the name of a notice; undefined when it is not one. */
export function readNotice(name: unknown): NoticeName | undefined {
  return names.find((known) => known === name);
}

/** A reason to refuse a receipt that the form itself explains. For other reasons, the page of the invoice explains more. */
export type ReceiptRefusal =
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable'
  | 'rate_limited';
