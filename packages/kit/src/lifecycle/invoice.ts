import {
  type lifecycleEvents as causes,
  eventStatuses,
  finalStatuses,
  initialStatus,
  invoiceLifetime as lifetimes,
  type statuses,
  transitions as table,
} from '@payment-invoice/generated';
import { makeId, makeNote, type RandomBytes } from '../ids/make-id.ts';
import type { Cents } from '../money/cents.ts';

/** A status of an invoice. The contract allows no others. */
export type InvoiceStatus = (typeof statuses)[number];

/** A status in which neither a receipt nor time changes an invoice any more. */
export type FinalStatus = (typeof finalStatuses)[number];

/** An invoice as the engine and the store use it: times in milliseconds since 1970, money in cents. */
export interface Invoice {
  id: string;
  accountId: string;
  /** The tag as it was sent. Compare it only with `bindsTo`. */
  cashTag: string;
  /** The text that a payment must contain to be matched to this invoice. It is unique among all invoices. */
  note: string;
  amount: Cents;
  isWhiteLabel: boolean;
  callbackUrl: string | null;
  returnUrl: string | null;
  status: InvoiceStatus;
  /** The id of the latest receipt that changed the invoice. */
  receiptId: string | null;
  /** The sum of the counted receipts; null if there are none yet. */
  paidAmount: Cents | null;
  /** The number of changes so far. The event of the latest change has the same number. */
  sequence: number;
  createdAt: number;
  expiresAt: number;
}

/** Returns true if neither a receipt nor time changes an invoice with this status. */
export const isFinal = (status: InvoiceStatus): status is FinalStatus => finalStatuses.some((final) => final === status);

/** How long after its creation an invoice can be paid, in milliseconds, unless the operator sets another time (D-10). */
export const invoiceLifetime = lifetimes.default * 1000;

/** The fields that the engine sets. */
type Decided = 'id' | 'note' | 'status' | 'receiptId' | 'paidAmount' | 'sequence' | 'createdAt' | 'expiresAt';

/** The fields of an invoice that the merchant sets. A new field of `Invoice` is one of them unless it is added to `Decided`. */
export type InvoiceRequest = Omit<Invoice, Decided>;

/** Makes a new invoice. `now`, which counts from 1970, and `lifetime` are in milliseconds. */
export function createInvoice(request: InvoiceRequest, now: number, randomBytes: RandomBytes, lifetime: number): Invoice {
  const own = { id: makeId('inv', now, randomBytes), note: makeNote(randomBytes), createdAt: now, expiresAt: now + lifetime };
  return { ...request, ...own, status: initialStatus, receiptId: null, paidAmount: null, sequence: 0 };
}

/** The name of a lifecycle event in the contract's `x-lifecycle`. */
export type LifecycleEvent = keyof typeof causes;

/** An event that a submitted receipt causes. */
export type ReceiptEvent = {
  [Event in LifecycleEvent]: (typeof causes)[Event] extends 'submitReceipt' ? Event : never;
}[LifecycleEvent];

type Cell<Event extends LifecycleEvent> = { [Status in InvoiceStatus]: (typeof table)[Status][Event] }[InvoiceStatus];

type ProblemOf<Event extends LifecycleEvent> = Extract<Cell<Event>, { problem: string }>['problem'];

/** A reason to refuse a receipt, as a problem code of the contract. */
export type Refusal = ProblemOf<ReceiptEvent>;

/** The type of the event that is sent to `callbackUrl` after a committed change. */
export type CallbackType = keyof typeof eventStatuses;

/** The effect of a lifecycle event in one state. Without `callback`, nothing changes; with `problem`, the request is refused. */
export interface Transition<Event extends LifecycleEvent = LifecycleEvent> {
  to: InvoiceStatus;
  problem?: ProblemOf<Event>;
  callback?: CallbackType;
}

/** The transition for every event in every state, from the contract. A new event has no effect until code produces it. */
export const transitions: Readonly<Record<InvoiceStatus, { readonly [Event in LifecycleEvent]: Transition<Event> }>> = table;

/** Returns the type of the events for changes that lead to this status. Each status has only one such type. */
export function callbackTypeOf(status: InvoiceStatus): CallbackType {
  const type = callbackTypes.find((callback) => eventStatuses[callback] === status);
  if (!type) throw new Error(`No change leads to ${status}.`);
  return type;
}

const callbackTypes = Object.keys(eventStatuses) as CallbackType[];
