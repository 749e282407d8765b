import { paidBeforeCreation } from '@payment-invoice/generated';
import type { Cents } from '../money/cents.ts';
import type { Invoice } from './invoice.ts';

/** The statements of an authentic receipt, as a verifier found them. */
export interface Receipt {
  receiptId: string;
  cashTag: string;
  note: string;
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  paymentStatus: 'completed' | 'pending' | 'failed' | 'reversed';
  /** Milliseconds since 1970. */
  paidAt: number;
}

/** The outcome of verifying: a receipt, or why there is none. */
export type Verdict = Receipt | 'invalid' | 'unavailable';

/** The invoice on which a receipt was recorded before. */
export interface RecordedReceipt {
  invoiceId: string;
  accountId: string;
}

/** The currency of this deployment (D-06). */
export const currency = 'USD';

/** Milliseconds by which a payment may be dated before its invoice: clocks differ. */
const clockTolerance = paidBeforeCreation * 1000;

/** Tells whether the receipt is of a payment for this invoice. */
export function bindsTo(receipt: Receipt, invoice: Invoice): boolean {
  return (
    receipt.note === invoice.note &&
    comparable(receipt.cashTag) === comparable(invoice.cashTag) &&
    receipt.currency === currency &&
    receipt.paidAt >= invoice.createdAt - clockTolerance
  );
}

/** Removes what does not count when tags are compared: `$` and case (D-05); tags are ASCII. */
function comparable(cashTag: string): string {
  return cashTag.replace(/^\$/, '').toLowerCase();
}
