import type { InvoiceStatus } from './invoice.ts';

/** An event of an invoice, by its name in the contract's `x-lifecycle`. */
export type LifecycleEvent =
  | 'receipt-below-amount'
  | 'receipt-reaches-amount'
  | 'receipt-payment-failed'
  | 'receipt-payment-pending'
  | 'receipt-invalid'
  | 'receipt-mismatched'
  | 'receipt-repeated'
  | 'receipt-used-elsewhere'
  | 'receipt-used-by-other-account'
  | 'verifier-unavailable'
  | 'expiry-due'
  | 'fetched';

/** A reason not to take a receipt; each is a problem code of the contract. */
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

/** The type of the event that a committed change sends to `callbackUrl`. */
export type CallbackType = 'invoice.under_paid' | 'invoice.paid' | 'invoice.failed' | 'invoice.expired';

/** The effect of an event in one state. Without a callback nothing changes; with a problem the submit is refused. */
export interface Transition {
  to: InvoiceStatus;
  problem?: Refusal;
  callback?: CallbackType;
}

type Column = Readonly<Record<LifecycleEvent, Transition>>;

const part: Transition = { to: 'UNDER_PAID', callback: 'invoice.under_paid' };
const full: Transition = { to: 'PAID', callback: 'invoice.paid' };
const over: Transition = { to: 'EXPIRED', callback: 'invoice.expired' };

/** Every event in every state. At start it is compared with the contract, cell by cell. */
export const transitions: Readonly<Record<InvoiceStatus, Column>> = {
  PENDING: open('PENDING', { to: 'FAILED', callback: 'invoice.failed' }),
  // A part-paid invoice never becomes FAILED: that would hide the money that came.
  UNDER_PAID: open('UNDER_PAID', { to: 'UNDER_PAID', problem: 'receipt_payment_failed' }),
  PAID: final('PAID', 'invoice_already_paid'),
  FAILED: final('FAILED', 'invoice_failed'),
  EXPIRED: final('EXPIRED', 'invoice_expired'),
};

/** Returns the type of the event that reports a change into this status; every way into a status has the same. */
export function callbackTypeOf(status: InvoiceStatus): CallbackType {
  const ways = Object.values(transitions).flatMap((column) => Object.values(column));
  const way = ways.find(({ to, callback }) => to === status && callback !== undefined);
  if (!way?.callback) throw new Error(`No change leads to ${status}.`);
  return way.callback;
}

function open(state: InvoiceStatus, onFailedPayment: Transition): Column {
  const refused = (problem: Refusal): Transition => ({ to: state, problem });
  return {
    'receipt-below-amount': part,
    'receipt-reaches-amount': full,
    'receipt-payment-failed': onFailedPayment,
    'receipt-payment-pending': refused('receipt_not_final'),
    'receipt-invalid': refused('receipt_invalid'),
    'receipt-mismatched': refused('receipt_mismatch'),
    'receipt-repeated': { to: state },
    'receipt-used-elsewhere': refused('receipt_already_used'),
    // Across accounts the response must not show that the receipt is known: that would be an oracle.
    'receipt-used-by-other-account': refused('receipt_mismatch'),
    'verifier-unavailable': refused('receipt_verifier_unavailable'),
    'expiry-due': over,
    fetched: { to: state },
  };
}

function final(state: InvoiceStatus, problem: Refusal): Column {
  const refused: Transition = { to: state, problem };
  return {
    'receipt-below-amount': refused,
    'receipt-reaches-amount': refused,
    'receipt-payment-failed': refused,
    'receipt-payment-pending': refused,
    'receipt-invalid': refused,
    'receipt-mismatched': refused,
    'receipt-repeated': { to: state },
    'receipt-used-elsewhere': refused,
    'receipt-used-by-other-account': refused,
    'verifier-unavailable': refused,
    'expiry-due': { to: state },
    fetched: { to: state },
  };
}
