import { type Invoice, isFinal, type ReceiptEvent, type Refusal, transitions } from './invoice.ts';
import { bindsTo, type Receipt, type RecordedReceipt, type Verdict } from './receipt.ts';

/** The effect of a receipt. `changed`: it changes the invoice. `duplicate`: it was already recorded for this invoice. */
export type Decision = { kind: 'changed'; invoice: Invoice } | { kind: 'duplicate' } | { kind: 'refused'; why: Refusal };

/** The facts for the decision about a receipt. If the invoice was due to expire, it has already been expired. */
export interface ReceiptFacts {
  invoice: Invoice;
  /** The record of an earlier receipt with exactly the same text. */
  sameText: RecordedReceipt | undefined;
  /** The record of an earlier receipt with the same id. */
  sameId: RecordedReceipt | undefined;
}

/** Decides about a receipt that is repeated or whose invoice is in a final state. Returns undefined if it must be verified. */
export function decideUnverified({ invoice, sameText }: Pick<ReceiptFacts, 'invoice' | 'sameText'>): Decision | undefined {
  if (sameText?.invoiceId === invoice.id) return { kind: 'duplicate' };
  // In a final state, all receipt events except `receipt-repeated` have the same transition, so any of them can be passed.
  return isFinal(invoice.status) ? follow(invoice, 'verifier-unavailable', undefined) : undefined;
}

/** Decides on a verified receipt: finds its event, in the order of the contract's checks, and looks up the event's transition. */
export function decideReceipt(facts: ReceiptFacts, verdict: Verdict): Decision {
  const early = decideUnverified(facts);
  if (early) return early;
  const receipt = typeof verdict === 'string' ? undefined : verdict;
  return follow(facts.invoice, eventOf(facts, verdict), receipt);
}

/** Finds the lifecycle event for a verified receipt: the event of the first condition that is true. */
export function eventOf({ invoice, sameText, sameId }: ReceiptFacts, verdict: Verdict): ReceiptEvent {
  if (verdict === 'unavailable') return 'verifier-unavailable';
  if (verdict === 'invalid' || verdict.amount <= 0) return 'receipt-invalid';
  if (sameText?.invoiceId === invoice.id || sameId?.invoiceId === invoice.id) return 'receipt-repeated';
  const elsewhere = sameText ?? sameId;
  if (elsewhere) return elsewhere.accountId === invoice.accountId ? 'receipt-used-elsewhere' : 'receipt-used-by-other-account';
  if (!bindsTo(verdict, invoice)) return 'receipt-mismatched';
  switch (verdict.paymentStatus) {
    case 'pending':
      return 'receipt-payment-pending';
    case 'failed':
    case 'reversed':
      return 'receipt-payment-failed';
    case 'completed':
      return totalWith(invoice, verdict) >= invoice.amount ? 'receipt-reaches-amount' : 'receipt-below-amount';
  }
}

function follow(invoice: Invoice, event: ReceiptEvent, receipt: Receipt | undefined): Decision {
  const { to, problem, callback } = transitions[invoice.status][event];
  if (problem) return { kind: 'refused', why: problem };
  if (!callback || !receipt) return { kind: 'duplicate' };
  const paidAmount = receipt.paymentStatus === 'completed' ? totalWith(invoice, receipt) : invoice.paidAmount;
  const changed = { status: to, receiptId: receipt.receiptId, paidAmount, sequence: invoice.sequence + 1 };
  return { kind: 'changed', invoice: { ...invoice, ...changed } };
}

const totalWith = (invoice: Invoice, receipt: Receipt): number => (invoice.paidAmount ?? 0) + receipt.amount;

/** Returns the invoice as of `now` (ms since 1970): EXPIRED, with its paid amount, if it is open and its time is over. */
export function expireIfDue(invoice: Invoice, now: number): Invoice {
  if (now < invoice.expiresAt || isFinal(invoice.status)) return invoice;
  return { ...invoice, status: transitions[invoice.status]['expiry-due'].to, sequence: invoice.sequence + 1 };
}
