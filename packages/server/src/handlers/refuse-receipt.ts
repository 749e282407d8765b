import { ProblemError } from '@payment-invoice/stubs';
import type { Refusal } from '../engine/lifecycle.ts';

/** A sentence for each refusal, to the one who submitted; it says nothing of the receipt's content. */
const details: Readonly<Record<Refusal, string>> = {
  invoice_already_paid:
    'The invoice is PAID. If this receipt proves another payment, that is not recorded here: settle it with the payer.',
  invoice_failed: 'The invoice is FAILED and takes no receipt. Create a new invoice.',
  invoice_expired: 'The invoice is EXPIRED and takes no receipt. Look at paidAmount before you ask for the money again.',
  receipt_already_used: "The receipt counts towards another invoice. Submit the receipt of this invoice's payment.",
  receipt_invalid:
    'The receipt cannot be read, is not signed by a trusted issuer, or has an amount of zero. Submit it exactly as it was given.',
  receipt_mismatch:
    "The receipt names another tag, note or currency, or an earlier payment. Submit the receipt of this invoice's payment.",
  receipt_not_final: 'The receipt says that the payment is pending. Submit the receipt of the completed payment.',
  receipt_payment_failed:
    'The receipt says that the payment failed; what was paid before still counts. Pay the rest and submit that receipt.',
  receipt_verifier_unavailable: 'The receipt cannot be checked now; nothing was changed. Submit it again later.',
};

export function refuseReceipt(why: Refusal): ProblemError {
  return new ProblemError(why, details[why], why === 'receipt_verifier_unavailable' ? { headers: { 'Retry-After': '5' } } : {});
}
