import { eventStatuses, invoiceFields, invoiceLifetime, statuses } from '@payment-invoice/generated';
import { findInvoiceFlaw } from '../response/find-flaw.ts';
import type { InvoiceEvent, InvoiceEventType, InvoiceStatus, PaymentInvoice } from '../types.ts';

/**
 * Builds an invoice as the service could return it. Pass the fields that your test is about; the other fields are
 * filled in to match. Throws a TypeError for an impossible invoice, for example a PAID one without a receipt.
 */
export function buildInvoice(fields: Partial<PaymentInvoice> = {}): PaymentInvoice {
  const { id = 'inv_test', amount = 12.5, status = 'PENDING', createdAt = new Date().toISOString() } = fields;
  const wasPaid: Partial<Record<InvoiceStatus, number>> = { UNDER_PAID: Math.floor(amount * 50) / 100, PAID: amount };
  const { paidAmount = wasPaid[status] ?? null } = fields;
  const hasReceipt = paidAmount !== null || status === 'FAILED';
  const invoice: PaymentInvoice = {
    ...makePlain(),
    id,
    paymentUrl: `https://pay.example/pay/${id}`,
    cashTag: '$coffeeshop',
    note: '7QK2M-X9D4T',
    amount,
    isWhiteLabel: false,
    receiptId: hasReceipt ? 'rcp_test' : null,
    paidAmount,
    status,
    returnUrl: null,
    expiresAt: new Date(Date.parse(createdAt) + 1_800_000).toISOString(),
    createdAt,
    ...dropUndefined(fields),
  };
  const flaw = findInvoiceFlaw(invoice) ?? findImpossible(invoice);
  if (flaw) throw new TypeError(`Such an invoice cannot exist: ${flaw}.`);
  return invoice;
}

/** Makes a value of the right type for each field, including fields of the contract that this builder does not know yet. */
function makePlain(): PaymentInvoice {
  const values: Record<string, unknown> = { string: 'test', number: 0, boolean: false, null: null };
  const fields = Object.entries(invoiceFields).map(([name, types]) => [name, values[types.at(-1) ?? 'null']]);
  return Object.fromEntries(fields) as PaymentInvoice;
}

/** Describes why an invoice is impossible under the lifecycle; undefined for a possible one. */
function findImpossible({ status, amount, paidAmount, receiptId, createdAt, expiresAt }: PaymentInvoice): string | undefined {
  const isShort = paidAmount !== null && paidAmount < amount;
  const fits: Partial<Record<InvoiceStatus, boolean>> = {
    PENDING: paidAmount === null && receiptId === null,
    UNDER_PAID: isShort && paidAmount > 0 && receiptId !== null,
    PAID: paidAmount !== null && !isShort && receiptId !== null,
    FAILED: paidAmount === null && receiptId !== null,
  };
  // If `fits` does not contain the status, for example EXPIRED, the invoice ended before it was paid in full.
  const isKnown = statuses.some((known) => known === status);
  if (!isKnown || !(fits[status] ?? (receiptId === null ? paidAmount === null : isShort)))
    return `${status} with amount ${amount}, paidAmount ${paidAmount} and receiptId ${receiptId}`;
  return Date.parse(expiresAt) > Date.parse(createdAt) ? undefined : `expiresAt ${expiresAt} is not after createdAt ${createdAt}`;
}

function dropUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The fields of an event that matter to a test; the others are filled in to match. */
export interface TestEvent {
  /** The kind of change. When absent, it is derived from `data.status`; without a status, it is `invoice.paid`. */
  type?: InvoiceEventType | undefined;
  /** The event's number among the events of its invoice; the smallest possible one when absent. */
  sequence?: number | undefined;
  /** The time at which the change was committed. */
  timestamp?: string | undefined;
  data?: Partial<PaymentInvoice> | undefined;
}

const known: Record<string, InvoiceStatus> = eventStatuses;

/**
 * Builds an event as the service could send it. `at` is the time in milliseconds since 1970. Throws a TypeError for an event that
 * cannot happen: a type that does not match its invoice's status, a failure after a payment, an expiry before `expiresAt`. An
 * event of a type that the contract does not know yet may contain any invoice.
 */
export function buildEvent({ type, sequence, timestamp, data = {} }: TestEvent = {}, at: number = Date.now()): InvoiceEvent {
  const [ofStatus] = Object.keys(known).filter((name) => known[name] === data.status);
  if (type === undefined && data.status !== undefined && ofStatus === undefined) refuse(`no event reports ${data.status}`);
  const kind = type ?? ofStatus ?? 'invoice.paid';
  const status = data.status ?? known[kind] ?? 'PAID';
  // Milliseconds from the creation of the invoice to its change: one minute, plus the default lifetime if it expired.
  const age = 60_000 + (status === 'EXPIRED' ? invoiceLifetime.default * 1000 : 0);
  const invoice = buildInvoice({ createdAt: new Date(at - age).toISOString(), ...data, status });
  const first = status === 'EXPIRED' && invoice.paidAmount !== null ? 2 : 1;
  const event = {
    type: kind,
    timestamp: timestamp ?? (status === 'EXPIRED' ? invoice.expiresAt : new Date(at).toISOString()),
    sequence: sequence ?? first,
    data: invoice,
  };
  const mistake = known[kind] && findImpossibleEvent(event, first);
  if (mistake) refuse(mistake);
  return event;
}

function findImpossibleEvent({ type, timestamp, sequence, data }: InvoiceEvent, first: number): string | undefined {
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
  throw new TypeError(`Such an event cannot exist: ${mistake}.`);
}
