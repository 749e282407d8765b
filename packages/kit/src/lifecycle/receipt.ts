import { paidBeforeCreation } from '@payment-invoice/generated';
import type { Cents } from '../money/cents.ts';
import type { Invoice } from './invoice.ts';

/** The content of an authentic receipt, as a verifier has read it. */
export interface Receipt {
  receiptId: string;
  cashTag: string;
  note: string;
  amount: Cents;
  /** The currency's code by ISO 4217. */
  currency: string;
  paymentStatus: 'completed' | 'pending' | 'failed' | 'reversed';
  /** Milliseconds since 1970. */
  paidAt: number;
}

/** The outcome of a verification: the receipt, or the reason why there is none. */
export type Verdict = Receipt | 'invalid' | 'unavailable';

/** The invoice towards which a receipt was counted, and the account of that invoice. */
export interface RecordedReceipt {
  invoiceId: string;
  accountId: string;
}

/** The currency of the deployment (D-06). */
const currency = 'USD';

/** Returns the currency of an invoice. All code that reads or shows an invoice's money calls this function. */
export const currencyOf = (_invoice: Pick<Invoice, 'amount'>): string => currency;

/** How much earlier than its invoice a payment may be dated, in milliseconds. This is allowed because clocks differ. */
const clockTolerance = paidBeforeCreation * 1000;

/** Returns true if the receipt proves a payment of this invoice. */
export function bindsTo(receipt: Receipt, invoice: Invoice): boolean {
  return (
    receipt.note === invoice.note &&
    comparable(receipt.cashTag) === comparable(invoice.cashTag) &&
    receipt.currency === currencyOf(invoice) &&
    receipt.paidAt >= invoice.createdAt - clockTolerance
  );
}

/** Normalises a tag for a comparison: removes `$` and ignores case (D-05). Tags are ASCII. */
const comparable = (cashTag: string): string => cashTag.replace(/^\$/, '').toLowerCase();
