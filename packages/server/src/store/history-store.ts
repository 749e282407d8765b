import type { Invoice, Receipt } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';

/** A part of an account's invoices, newest first. */
export interface InvoiceList {
  /** As they are stored: an expiry that is due may not have been applied. */
  invoices: readonly Invoice[];
  /** The id before which the next part begins; undefined when there is none. */
  next: string | undefined;
}

/** A receipt that changed an invoice. */
export interface AppliedReceipt {
  receiptId: string;
  amount: Cents;
  paymentStatus: Receipt['paymentStatus'];
  paidAt: number;
  /** The time of the change. */
  recordedAt: number;
}

/** An event of the outbox, whatever became of it. */
export interface StoredEvent {
  id: string;
  sequence: number;
  url: string;
  body: Buffer;
  createdAt: number;
  /** The attempts that are over. */
  attempts: number;
  /** The time of the next attempt, as long as the event is not settled. */
  nextAt: number;
  /** Null as long as the event is not settled. */
  outcome: 'delivered' | 'dead' | 'gone' | null;
  settledAt: number | null;
  /** The reason why the last attempt failed. */
  reason: string | null;
}

/** The past of invoices, as the console of a sandbox shows it. A method is a transaction, as with all of the store. */
export interface HistoryStore {
  /** Lists at most `limit` invoices of an account, of those before an id. It costs the same however many invoices others have. */
  listInvoices(accountId: string, limit: number, before?: string): Promise<InvoiceList>;
  /** Lists the receipts that changed an invoice, oldest first: at most `limit`. */
  listReceipts(invoiceId: string, limit: number): Promise<AppliedReceipt[]>;
  /** Lists the events of an invoice, oldest first: at most `limit`. */
  listEvents(invoiceId: string, limit: number): Promise<StoredEvent[]>;
  /**
   * Has an event sent now, a settled one with all its attempts; false when the account has none of this id, or its receiver
   * wants no more.
   */
  resendEvent(accountId: string, eventId: string, now: number): Promise<boolean>;
}
