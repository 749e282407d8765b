import { eventStatuses, type lifecycleEvents, transitions as table } from '@payment-invoice/generated';
import type { InvoiceStatus } from './invoice.ts';

/** An event of an invoice, by its name in the contract's `x-lifecycle`. */
export type LifecycleEvent = (typeof lifecycleEvents)[number];

type Cell = { [Status in InvoiceStatus]: (typeof table)[Status][LifecycleEvent] }[InvoiceStatus];

/** A reason to refuse a receipt; each is a problem code of the contract. */
export type Refusal = Extract<Cell, { problem: string }>['problem'];

/** The type of the event that a committed change sends to `callbackUrl`. */
export type CallbackType = keyof typeof eventStatuses;

/** The effect of an event in one state. Without a callback nothing changes; with a problem the receipt is refused. */
export interface Transition {
  to: InvoiceStatus;
  problem?: Refusal;
  callback?: CallbackType;
}

/**
 * The transition of every event in every state, from the contract. An event that is new in the contract has no effect until code
 * causes it.
 */
export const transitions: Readonly<Record<InvoiceStatus, Readonly<Record<LifecycleEvent, Transition>>>> = table;

/** Returns the type of the event that reports a change to this status. All changes to one status have the same type. */
export function callbackTypeOf(status: InvoiceStatus): CallbackType {
  const type = callbackTypes.find((callback) => eventStatuses[callback] === status);
  if (!type) throw new Error(`No change leads to ${status}.`);
  return type;
}

const callbackTypes = Object.keys(eventStatuses) as CallbackType[];
