import { initialStatus } from '@payment-invoice/generated';
import { expireIfDue, type Invoice, type InvoiceStatus, type LifecycleEvent, transitions } from '@payment-invoice/kit/lifecycle';
import type { AppliedReceipt, StoredEvent } from '../store/history-store.ts';
import type { RecordedAttempt, RecordedRequest } from './journal.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

/** An invoice's page shows at most this many receipts, this many events and this many requests. */
const most = 50;

/** An entry in an invoice's history: a change, an event with its attempts, or a request. */
export type HistoryEntry =
  | { kind: 'change'; at: number; change: InvoiceChange }
  | { kind: 'event'; at: number; event: StoredEvent; attempts: readonly RecordedAttempt[] }
  | { kind: 'request'; at: number; request: RecordedRequest };

/** An invoice and its history, newest entry first. */
export interface InvoiceHistory {
  invoice: Invoice;
  entries: readonly HistoryEntry[];
}

/** Returns a string that is different whenever the page has something new to show. It is much shorter than the page. */
export function summarizeHistory({ invoice, entries }: InvoiceHistory): string {
  return JSON.stringify([invoice.status, invoice.paidAmount, invoice.sequence, entries.map(summarizeEntry)]);
}

function summarizeEntry(entry: HistoryEntry): unknown {
  if (entry.kind === 'change') return [entry.at, entry.change.to];
  if (entry.kind === 'request') return entry.request.requestId;
  const { id, attempts, nextAt, outcome } = entry.event;
  return [id, attempts, nextAt, outcome, entry.attempts.length];
}

/** The order of entries within the same millisecond: a request causes a change, and the change causes an event. */
const order = { request: 0, change: 1, event: 2 } as const;

/** Finds the history of an invoice. Returns undefined if the account has no invoice with this id. */
export async function findHistory(
  { services, sandbox }: ConsoleParts,
  { principal }: Visitor,
  invoiceId: string,
): Promise<InvoiceHistory | undefined> {
  const { store, now } = services;
  const { journal } = sandbox.console;
  const found = await store.readInvoice(principal.accountId, invoiceId, now());
  if (!found) return undefined;
  const invoice = expireIfDue(found, now());
  const [receipts, events] = await Promise.all([store.listReceipts(invoiceId, most), store.listEvents(invoiceId, most)]);
  const attempts = journal.listAttempts(principal.accountId, invoiceId);
  const attemptsOf = (id: string) => attempts.filter(({ eventId }) => eventId === id);
  const requests = journal.listRequests(principal.accountId, most, { invoiceId }).reverse();
  const entries: HistoryEntry[] = [
    ...replayTransitions(invoice, receipts).map((change) => ({ kind: 'change' as const, at: change.at, change })),
    ...events.map((event) => ({ kind: 'event' as const, at: event.createdAt, event, attempts: attemptsOf(event.id) })),
    ...requests.map((request) => ({ kind: 'request' as const, at: request.at, request })),
  ];
  return { invoice, entries: entries.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]).reverse() };
}

/** A change to an invoice: its creation, the effect of a receipt, or its expiry. */
export interface InvoiceChange {
  at: number;
  /** The previous status; undefined for the creation. */
  from: InvoiceStatus | undefined;
  to: InvoiceStatus;
  /** The receipt that caused the change; undefined for any other cause. */
  receipt?: AppliedReceipt;
}

/** Reconstructs the changes to an invoice, oldest first, from its receipts and times according to the contract's lifecycle. */
export function replayTransitions(invoice: Invoice, receipts: readonly AppliedReceipt[]): InvoiceChange[] {
  const changes: InvoiceChange[] = [{ at: invoice.createdAt, from: undefined, to: initialStatus }];
  let status: InvoiceStatus = initialStatus;
  let paid = 0;
  for (const receipt of receipts) {
    let event: LifecycleEvent = 'receipt-payment-failed';
    if (receipt.paymentStatus === 'completed') {
      paid += receipt.amount;
      event = paid >= invoice.amount ? 'receipt-reaches-amount' : 'receipt-below-amount';
    }
    const from: InvoiceStatus = status;
    status = transitions[from][event].to;
    changes.push({ at: receipt.recordedAt, from, to: status, receipt });
  }
  const isExpired = transitions[status]['expiry-due'].to === invoice.status;
  if (status !== invoice.status && isExpired) changes.push({ at: invoice.expiresAt, from: status, to: invoice.status });
  return changes;
}
