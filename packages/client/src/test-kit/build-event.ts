import { eventStatuses, invoiceLifetime } from '@payment-invoice/generated';
import type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';
import { buildInvoice } from './build-invoice.ts';

/** The fields of an event that a test is about; the others are filled in to match. */
export interface TestEvent {
  /** The kind of change. When absent, it is derived from `data.status`, or is `invoice.paid` without one. */
  type?: InvoiceEventType | undefined;
  /** The number among the invoice's events; the smallest possible one when absent. */
  sequence?: number | undefined;
  /** The time at which the change was committed. */
  timestamp?: string | undefined;
  data?: Partial<PaymentInvoice> | undefined;
}

const known: Record<string, InvoiceStatus> = eventStatuses;

/**
 * Builds an event as the service could send it at `at`, in milliseconds since 1970. Throws a TypeError for an event that cannot
 * happen: a type that does not fit its invoice's status, a failure after a payment, an expiry before `expiresAt`. Types that the
 * contract does not know yet may hold any invoice.
 */
export function buildEvent({ type, sequence, timestamp, data = {} }: TestEvent = {}, at: number = Date.now()): InvoiceEvent {
  const [ofStatus] = Object.keys(known).filter((name) => known[name] === data.status);
  if (type === undefined && data.status !== undefined && ofStatus === undefined) refuse(`no event tells of ${data.status}`);
  const kind = type ?? ofStatus ?? 'invoice.paid';
  const status = data.status ?? known[kind] ?? 'PAID';
  // The invoice is created one minute before its change, or one lifetime before its expiry.
  const age = 60_000 + (status === 'EXPIRED' ? invoiceLifetime.default * 1000 : 0);
  const invoice = buildInvoice({ createdAt: new Date(at - age).toISOString(), ...data, status });
  const first = status === 'EXPIRED' && invoice.paidAmount !== null ? 2 : 1;
  const event = {
    type: kind,
    timestamp: timestamp ?? (status === 'EXPIRED' ? invoice.expiresAt : new Date(at).toISOString()),
    sequence: sequence ?? first,
    data: invoice,
  };
  const mistake = known[kind] && findImpossible(event, first);
  if (mistake) refuse(mistake);
  return event;
}

function findImpossible({ type, timestamp, sequence, data }: InvoiceEvent, first: number): string | undefined {
  const { status, paidAmount, createdAt, expiresAt } = data;
  const [time, begin, end] = [timestamp, createdAt, expiresAt].map(Date.parse) as [number, number, number];
  if (known[type] !== status) return `${type} with an invoice that is ${status}`;
  if (!Number.isInteger(sequence) || sequence < first) return `${type} with sequence ${sequence}, where ${first} is the first`;
  if (sequence > 1 && (status === 'FAILED' || (status === 'EXPIRED' && paidAmount === null)))
    return `${type} with sequence ${sequence} and nothing paid: no event came before it`;
  if (!(time >= begin)) return `a change at ${timestamp}, before the invoice was created`;
  if (status === 'EXPIRED' ? time < end : time >= end)
    return `${type} at ${timestamp}, where the invoice expires at ${expiresAt}`;
  return undefined;
}

function refuse(mistake: string): never {
  throw new TypeError(`There is no such event: ${mistake}.`);
}
