import type { Invoice, Receipt } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';

/** A page of an account's invoices, newest first. */
export interface InvoiceList {
  /** The invoices as they are stored. An invoice that is due to expire may still be open. */
  invoices: readonly Invoice[];
  /** The id to pass as `before` for the next page; undefined on the last page. */
  next: string | undefined;
}

/** A receipt that changed an invoice. */
export interface AppliedReceipt {
  receiptId: string;
  amount: Cents;
  paymentStatus: Receipt['paymentStatus'];
  paidAt: number;
  /** The time at which the receipt was counted, in milliseconds since 1970. */
  recordedAt: number;
}

/** An event in the outbox, settled or not. */
export interface StoredEvent {
  id: string;
  sequence: number;
  url: string;
  body: Buffer;
  createdAt: number;
  /** The number of finished attempts. */
  attempts: number;
  /** The time of the next attempt. Ignored if the event is settled. */
  nextAt: number;
  /** Null until the event is settled. */
  outcome: 'delivered' | 'dead' | 'gone' | null;
  settledAt: number | null;
  /** The reason why the latest attempt failed. */
  reason: string | null;
}

/** The maximum number of invoices, of all accounts, to read for a page of a list. There is no index by account. */
export const lookedAt = 1_000;

/** The history of invoices, which a sandbox's console shows. Each method is one transaction. */
export interface HistoryStore {
  /** Lists at most `limit` invoices of an account, newest first; with `before`, only those older than the one with that id. */
  listInvoices(accountId: string, limit: number, before?: string): Promise<InvoiceList>;
  /** Lists at most `limit` receipts that changed an invoice, oldest first. */
  listReceipts(invoiceId: string, limit: number): Promise<AppliedReceipt[]>;
  /** Lists at most `limit` events of an invoice, oldest first. */
  listEvents(invoiceId: string, limit: number): Promise<StoredEvent[]>;
  /** Makes an event due now, and restarts it if it was settled. Returns false if it is unknown or if a 410 ended its attempts. */
  resendEvent(accountId: string, eventId: string, now: number): Promise<boolean>;
}
