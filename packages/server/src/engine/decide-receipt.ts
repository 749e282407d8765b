import { type Invoice, isTerminal } from './invoice.ts';
import { bindsTo, type Receipt, type RecordedReceipt, type Verdict } from './receipt.ts';

/** Why a receipt is not taken; each is a problem code of the contract. */
export type Refusal =
  | 'invoice_already_paid'
  | 'invoice_failed'
  | 'invoice_expired'
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable';

/** What a submitted receipt does: changes the invoice and is recorded, changes nothing because it was, or is refused. */
export type Decision =
  | { readonly kind: 'changed'; readonly invoice: Invoice }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'refused'; readonly why: Refusal };

/** What is known when a receipt is decided on. Due expiry has been applied to the invoice. */
export interface ReceiptFacts {
  readonly invoice: Invoice;
  /** Where the very same receipt text was recorded before. */
  readonly sameText: RecordedReceipt | undefined;
  /** Where a receipt of the same id was recorded before. */
  readonly sameId: RecordedReceipt | undefined;
}

/**
 * What can be told before the receipt is verified, undefined when that needs the verifier:
 * a repetition is answered without it, and a final invoice takes no receipt whatever it says.
 */
export function decideUnverified({ invoice, sameText }: Pick<ReceiptFacts, 'invoice' | 'sameText'>): Decision | undefined {
  if (sameText?.invoiceId === invoice.id) return { kind: 'duplicate' };
  return isTerminal(invoice) ? refuse(TERMINAL[invoice.status as keyof typeof TERMINAL]) : undefined;
}

/** The transitions of `x-lifecycle` in the contract, in the order of checks of submit. */
export function decideReceipt(facts: ReceiptFacts, verdict: Verdict): Decision {
  const { invoice, sameText, sameId } = facts;
  const early = decideUnverified(facts);
  if (early) return early;
  if (verdict === 'unavailable') return refuse('receipt_verifier_unavailable');
  if (verdict === 'invalid' || verdict.amount <= 0) return refuse('receipt_invalid');
  if (sameId?.invoiceId === invoice.id) return { kind: 'duplicate' };
  const elsewhere = sameText ?? sameId;
  // Across accounts it must not be told that the receipt is known: that would be an oracle.
  if (elsewhere) return refuse(elsewhere.accountId === invoice.accountId ? 'receipt_already_used' : 'receipt_mismatch');
  if (!bindsTo(verdict, invoice)) return refuse('receipt_mismatch');
  return apply(invoice, verdict);
}

const TERMINAL = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' } as const;

function apply(invoice: Invoice, receipt: Receipt): Decision {
  switch (receipt.paymentStatus) {
    case 'pending':
      return refuse('receipt_not_final');
    case 'failed':
    case 'reversed':
      // A part-paid invoice never becomes FAILED: that would hide the money that came.
      if (invoice.status === 'UNDER_PAID') return refuse('receipt_payment_failed');
      return { kind: 'changed', invoice: { ...invoice, status: 'FAILED', receiptId: receipt.receiptId } };
    case 'completed': {
      const paidAmount = (invoice.paidAmount ?? 0) + receipt.amount;
      const status = paidAmount >= invoice.amount ? 'PAID' : 'UNDER_PAID';
      return { kind: 'changed', invoice: { ...invoice, status, paidAmount, receiptId: receipt.receiptId } };
    }
  }
}

function refuse(why: Refusal): Decision {
  return { kind: 'refused', why };
}
