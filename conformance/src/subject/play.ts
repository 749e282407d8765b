import type { Exchange } from '../http/exchange.ts';
import { sleep } from '../places/places.ts';
import { invoiceOf } from './shared-exchanges.ts';
import type { Subject } from './subject.ts';

/** An invoice that is used by one case only, and what was sent for it. */
export interface Play {
  subject: Subject;
  invoice: Record<string, unknown>;
  /** Values, such as receipts, that were sent for the invoice and that the deployment has to count, in order. */
  counted: string[];
  exchanges: Exchange[];
}

/** Creates a new invoice, by default from the smallest body. */
export async function startPlay(subject: Subject, body?: Record<string, unknown>): Promise<Play> {
  const created = await subject.create(body);
  return { subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
}

export async function read(play: Play): Promise<Record<string, unknown>> {
  const exchange = await play.subject.fetch(play.invoice.id);
  play.exchanges.push(exchange);
  return invoiceOf(exchange);
}

/** Fetches the invoice until these fields have these values or the `settle` time is over. Returns the last response. */
export async function readUntil(play: Play, expected: Record<string, unknown>): Promise<Record<string, unknown>> {
  let until: number | undefined;
  for (;;) {
    const isLast = until !== undefined && performance.now() >= until;
    const invoice = await read(play);
    // The time starts after the first fetch, because some deployments notice an expiry only when the invoice is read.
    until ??= performance.now() + (play.subject.settings.settle ?? 2000);
    if (isLast || Object.entries(expected).every(([field, value]) => invoice[field] === value)) return invoice;
    // Removes a fetch that came too early, because it proves nothing.
    play.exchanges.pop();
    await sleep(100);
  }
}
