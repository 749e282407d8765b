import type { PaymentRequest } from '../../src/adapter/adapter.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { sleep } from '../../src/places/places.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';

/** An invoice of the run's own with the receipts that were submitted for it. */
export interface Play {
  subject: Subject;
  invoice: Record<string, unknown>;
  /** Every receipt that was accepted, in order. */
  counted: string[];
  exchanges: Exchange[];
}

/** Creates a new invoice, which is PENDING. */
export async function startPlay(subject: Subject): Promise<Play> {
  const created = await subject.create();
  return { subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
}

/** Returns parts of the run's amount in cents: two that make it up, the whole, and more than the whole. */
export function shares(subject: Subject): { part: number; rest: number; whole: number; over: number } {
  const whole = Math.round(subject.settings.amount * 100);
  const part = Math.floor(whole / 2);
  return { part, rest: whole - part, whole, over: whole + 100 };
}

/** Makes a payment for the invoice and returns its receipt. Skips the case where the deployment cannot produce it. */
export async function receiptFor(play: Play, cents: number, outcome: PaymentRequest['outcome'] = 'completed'): Promise<string> {
  const receipt = await play.subject.pay({ invoice: play.invoice, amount: cents / 100, outcome });
  if (receipt === null)
    throw new CaseSkipped(`No way to make a payment with outcome ${outcome} is known. Say how to pay with --pay or --adapter.`);
  return receipt;
}

/** Submits a receipt and keeps the exchange. */
export async function submit(play: Play, receipt: string): Promise<Exchange> {
  const exchange = await play.subject.submit(play.invoice.id, receipt);
  play.exchanges.push(exchange);
  return exchange;
}

/** Pays and submits; counts the receipt as accepted. */
export async function paid(play: Play, cents: number, outcome: PaymentRequest['outcome'] = 'completed'): Promise<Exchange> {
  const receipt = await receiptFor(play, cents, outcome);
  play.counted.push(receipt);
  return submit(play, receipt);
}

/** Returns the invoice as fetched now. */
export async function read(play: Play): Promise<Record<string, unknown>> {
  const exchange = await play.subject.fetch(play.invoice.id);
  play.exchanges.push(exchange);
  return invoiceOf(exchange);
}

/**
 * Returns the invoice as fetched once these fields have these values. A deployment may take a moment to show a change:
 * a read that begins that long after the first one is final, however long each took.
 */
export async function readUntil(play: Play, expected: Record<string, unknown>): Promise<Record<string, unknown>> {
  let until: number | undefined;
  for (;;) {
    const isLast = until !== undefined && performance.now() >= until;
    const invoice = await read(play);
    // Some deployments notice a change, such as an expiry, only at a read.
    until ??= performance.now() + (play.subject.settings.settle ?? 2000);
    if (isLast || Object.entries(expected).every(([field, value]) => invoice[field] === value)) return invoice;
    // A read that came too early proves nothing.
    play.exchanges.pop();
    await sleep(100);
  }
}

/** Ways into each state; they skip the case where the state cannot be reached. */
export const waysInto: Record<string, (play: Play) => Promise<void>> = {
  async PENDING() {},
  async UNDER_PAID(play) {
    await paid(play, shares(play.subject).part);
  },
  async PAID(play) {
    await paid(play, shares(play.subject).whole);
  },
  async FAILED(play) {
    await paid(play, shares(play.subject).whole, 'failed');
  },
  async EXPIRED(play) {
    await paid(play, shares(play.subject).part);
    await expireInvoice(play.subject, play.invoice);
  },
};

/** Causes of each event. Each returns the exchange that causes it; undefined for the clock. */
export const causes: Record<string, (play: Play, from: string) => Promise<Exchange | undefined>> = {
  'receipt-below-amount': async (play) => submit(play, await receiptFor(play, 100)),
  'receipt-reaches-amount': async (play) => submit(play, await receiptFor(play, shares(play.subject).over)),
  'receipt-payment-failed': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'failed')),
  'receipt-payment-pending': async (play) => submit(play, await receiptFor(play, shares(play.subject).whole, 'pending')),
  'receipt-invalid': (play) => submit(play, `made-up-receipt-${crypto.randomUUID()}`),
  async 'receipt-mismatched'(play) {
    const other = await startPlay(play.subject);
    return submit(play, await receiptFor(other, shares(play.subject).whole));
  },
  async 'receipt-repeated'(play) {
    const receipt = play.counted.at(-1);
    if (receipt === undefined) throw new Error('No receipt was counted yet.');
    return submit(play, receipt);
  },
  async 'receipt-used-elsewhere'(play) {
    const other = await startPlay(play.subject);
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'receipt-used-by-other-account'(play) {
    const other = await startPlay(asOther(play.subject));
    await paid(other, shares(play.subject).whole);
    return submit(play, other.counted[0] as string);
  },
  async 'expiry-due'(play) {
    await expireInvoice(play.subject, play.invoice);
    return undefined;
  },
  fetched: async (play) => {
    await read(play);
    return play.exchanges.at(-1);
  },
};
