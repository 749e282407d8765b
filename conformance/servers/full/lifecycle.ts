import type { TransitionFacts } from './facts.ts';
import type { Invoice, Memory, Receipt } from './memory.ts';
import { type Code, Problem } from './problem.ts';

const final: Record<string, Code> = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' };

const open = ['PENDING', 'UNDER_PAID'];

/** The steps of the state machine; a fault replaces one. */
export const lifecycle = {
  /** Expires an invoice that is due; returns true where it did. */
  expire(invoice: Invoice, now: number): boolean {
    if (now < invoice.endsAt || !open.includes(invoice.shown.status)) return false;
    invoice.shown.status = 'EXPIRED';
    return true;
  },
  /** Gives the reason that a final invoice takes no receipt; undefined for an open one. */
  closedBy: ({ shown: { status } }: Invoice, { facts }: Memory): string | undefined =>
    final[status] ??
    (facts.terminal.includes(status)
      ? facts.transitions.find(({ event, from }) => event === 'receipt-invalid' && from.includes(status))?.problem
      : undefined),
  /** Returns true for a receipt that was counted on this invoice before. */
  repeats: (invoice: Invoice, text: string): boolean => invoice.counted.has(text),
  /** Gives the reason that a receipt does not fit this invoice; undefined where it fits. */
  unfit(invoice: Invoice, text: string, receipt: Receipt | undefined, memory: Memory): Code | undefined {
    if (receipt === undefined) return 'receipt_invalid';
    const elsewhere = memory.used.get(text);
    if (elsewhere && elsewhere.account === invoice.account) return 'receipt_already_used';
    return receipt.note === invoice.shown.note ? undefined : 'receipt_mismatch';
  },
  /** Gives the reason that a payment cannot be counted; undefined where it can. */
  uncounted(invoice: Invoice, { outcome }: Receipt): Code | undefined {
    if (outcome === 'pending') return 'receipt_not_final';
    return outcome === 'failed' && invoice.shown.status === 'UNDER_PAID' ? 'receipt_payment_failed' : undefined;
  },
  /** Follows a transition that a call causes; returns true where it is told to the receiver. */
  follow(invoice: Invoice, { to, callback }: TransitionFacts): boolean {
    if (to !== undefined && to !== 'same') invoice.shown.status = to;
    return callback !== undefined;
  },
  count(invoice: Invoice, receipt: Receipt): void {
    invoice.shown.receiptId = receipt.receiptId;
    if (receipt.outcome === 'failed') {
      invoice.shown.status = 'FAILED';
      return;
    }
    invoice.paidCents += receipt.cents;
    invoice.shown.paidAmount = invoice.paidCents / 100;
    invoice.shown.status = invoice.paidCents >= invoice.cents ? 'PAID' : 'UNDER_PAID';
  },
};

export type Lifecycle = typeof lifecycle;

/** Submits a receipt, in the contract's order; returns true where the invoice changed. @throws Problem */
export function applyReceipt(steps: Lifecycle, invoice: Invoice, text: string, memory: Memory): boolean {
  if (steps.repeats(invoice, text)) return false;
  const closed = steps.closedBy(invoice, memory);
  if (closed !== undefined) throw new Problem(closed);
  if (memory.down.has('verifier')) throw new Problem('receipt_verifier_unavailable', { 'Retry-After': '1' });
  const receipt = memory.receipts.get(text);
  const code = steps.unfit(invoice, text, receipt, memory) ?? steps.uncounted(invoice, receipt as Receipt);
  if (code !== undefined) throw new Problem(code);
  invoice.counted.add(text);
  memory.used.set(text, invoice);
  steps.count(invoice, receipt as Receipt);
  return true;
}
