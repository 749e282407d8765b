import type { TransitionFacts } from './facts.ts';
import type { Invoice, Memory, Receipt } from './memory.ts';
import { type Code, Problem } from './problem.ts';

/** States in which this server's own steps decide how to respond to a receipt. In others, the contract's transitions decide. */
const open = ['PENDING', 'UNDER_PAID'];

/** Lifecycle events after which a receipt counts as used. */
const counting = ['receipt-below-amount', 'receipt-reaches-amount', 'receipt-payment-failed'];

/** The lifecycle event for each code with which the server refuses a receipt in an open state. */
const refusing: Record<string, string> = {
  receipt_invalid: 'receipt-invalid',
  receipt_mismatch: 'receipt-mismatched',
  receipt_already_used: 'receipt-used-elsewhere',
  receipt_not_final: 'receipt-payment-pending',
  receipt_payment_failed: 'receipt-payment-failed',
};

/** Finds the transition of an event in the invoice's current state; undefined if there is none. */
function transitionOf({ facts, shown: { status } }: Invoice, name: string): TransitionFacts | undefined {
  return facts.transitions.find(({ event, from }) => event === name && from.includes(status));
}

/** Returns whether the invoice can still accept a receipt in its current state. */
const takesSome = (invoice: Invoice): boolean => counting.some((event) => transitionOf(invoice, event)?.problem === undefined);

/** Returns the lifecycle event that counting a receipt causes. */
function countingEvent({ cents, paidCents }: Invoice, receipt: Receipt): string {
  if (receipt.outcome === 'failed') return 'receipt-payment-failed';
  return paidCents + receipt.cents >= cents ? 'receipt-reaches-amount' : 'receipt-below-amount';
}

/** A payment may be up to this many milliseconds older than the invoice. */
const earlier = 300_000;

/** Normalises a tag for comparison: removes the `$` and ignores case. */
const bare = (tag: unknown): string => String(tag).replace(/^\$/, '').toLowerCase();

/** Functions that return true if a receipt belongs to another invoice. The note is compared separately. */
export const differences: ((invoice: Invoice, receipt: Receipt) => boolean)[] = [
  (_invoice, { currency }) => currency !== undefined,
  ({ shown }, { cashTag }) => cashTag !== undefined && bare(cashTag) !== bare(shown.cashTag),
  ({ shown }, { paidAt }) => paidAt !== undefined && paidAt < Date.parse(String(shown.createdAt)) - earlier,
];

/** The steps of the state machine. A fault replaces one or more of them. */
export const lifecycle = {
  /** Changes the state of an invoice after its expiry time. Returns true if the state changed. */
  expire(invoice: Invoice, now: number): boolean {
    const { to = 'same' } = transitionOf(invoice, 'expiry-due') ?? {};
    if (now < invoice.endsAt || to === 'same') return false;
    invoice.shown.status = to;
    return true;
  },
  /** Returns the code for the refusal if the invoice can no longer accept a receipt in its state. Returns undefined otherwise. */
  closedBy: (invoice: Invoice, _memory: Memory): string | undefined =>
    takesSome(invoice) ? undefined : transitionOf(invoice, 'receipt-invalid')?.problem,
  /** Returns whether this receipt has already been counted towards this invoice. */
  repeats: (invoice: Invoice, text: string): boolean => invoice.counted.has(text),
  /** Returns the code for a receipt that is invalid, already used, or made for another invoice. Returns undefined otherwise. */
  unfit(invoice: Invoice, text: string, receipt: Receipt | undefined, memory: Memory): Code | undefined {
    if (receipt === undefined || receipt.cents === 0) return 'receipt_invalid';
    const elsewhere = memory.used.get(text);
    if (elsewhere && elsewhere.account === invoice.account) return 'receipt_already_used';
    return receipt.note === invoice.shown.note && differences.every((differs) => !differs(invoice, receipt))
      ? undefined
      : 'receipt_mismatch';
  },
  /** Returns a string that identifies the payment. It is the same for receipts that were signed again for the same payment. */
  paymentOf: (text: string, memory: Memory): string => memory.receipts.get(text)?.first ?? text,
  /** Returns the code for a payment whose outcome prevents it from being counted. Returns undefined for any other payment. */
  uncounted(invoice: Invoice, { outcome }: Receipt): Code | undefined {
    if (outcome === 'pending') return 'receipt_not_final';
    return outcome === 'failed' && invoice.shown.status === 'UNDER_PAID' ? 'receipt_payment_failed' : undefined;
  },
  /** Applies a transition to the invoice. Returns true if it causes a callback. */
  follow(invoice: Invoice, { to, callback }: TransitionFacts): boolean {
    if (to !== undefined && to !== 'same') invoice.shown.status = to;
    return callback !== undefined;
  },
  count(invoice: Invoice, receipt: Receipt): void {
    const { to = 'same' } = transitionOf(invoice, countingEvent(invoice, receipt)) ?? {};
    invoice.shown.receiptId = receipt.receiptId;
    if (to !== 'same') invoice.shown.status = to;
    if (receipt.outcome === 'failed') return;
    invoice.paidCents += receipt.cents;
    invoice.shown.paidAmount = invoice.paidCents / 100;
  },
};

export type Lifecycle = typeof lifecycle;

/** Checks and counts a receipt. Returns false if it had been counted before. @throws Problem if it is refused */
export function applyReceipt(steps: Lifecycle, invoice: Invoice, given: string, memory: Memory): boolean {
  if (steps.repeats(invoice, given)) {
    const refusal = transitionOf(invoice, 'receipt-repeated')?.problem;
    if (refusal !== undefined) throw new Problem(refusal);
    return false;
  }
  const closed = steps.closedBy(invoice, memory);
  if (closed !== undefined) throw new Problem(closed);
  const isAdded = takesSome(invoice) && !open.includes(invoice.shown.status);
  if (memory.down.has('verifier')) {
    const refusal = isAdded ? transitionOf(invoice, 'verifier-unavailable')?.problem : undefined;
    throw new Problem(refusal ?? 'receipt_verifier_unavailable', { 'Retry-After': '1' });
  }
  const text = steps.paymentOf(given, memory);
  if (text !== given && steps.repeats(invoice, text)) return false;
  const receipt = memory.receipts.get(given);
  const code = steps.unfit(invoice, text, receipt, memory) ?? steps.uncounted(invoice, receipt as Receipt);
  const event = code === undefined ? countingEvent(invoice, receipt as Receipt) : refusing[code];
  const refusal = isAdded ? transitionOf(invoice, event ?? '')?.problem : code;
  if (refusal !== undefined) throw new Problem(refusal);
  invoice.counted.add(text);
  memory.used.set(text, invoice);
  steps.count(invoice, receipt as Receipt);
  return true;
}
