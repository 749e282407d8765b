import type { Invoice, Receipt } from '@payment-invoice/kit/lifecycle';
import type { Cents } from '@payment-invoice/kit/money';

/** A page of an account's invoices, newest first. */
export interface InvoiceList {
  /** The invoices as they are stored: one that is due to expire may still be open. */
  invoices: readonly Invoice[];
  /** The id to pass as `before` to get the next page; undefined on the last page. */
  next: string | undefined;
}

/** A receipt that changed an invoice. */
export interface AppliedReceipt {
  receiptId: string;
  amount: Cents;
  paymentStatus: Receipt['paymentStatus'];
  paidAt: number;
  /** The time at which the receipt changed the invoice. */
  recordedAt: number;
}

/** An event of the outbox, settled or not. */
export interface StoredEvent {
  id: string;
  sequence: number;
  url: string;
  body: Buffer;
  createdAt: number;
  /** The number of completed attempts. */
  attempts: number;
  /** The time of the next attempt. It has no meaning once the event is settled. */
  nextAt: number;
  /** Null while the event is not settled. */
  outcome: 'delivered' | 'dead' | 'gone' | null;
  settledAt: number | null;
  /** The reason why the last attempt failed. */
  reason: string | null;
}

/** The history of invoices, which the console of a sandbox shows. Each method is one transaction. */
export interface HistoryStore {
  /**
   * Lists at most `limit` invoices of an account; with `before`, only invoices that are older than that id. The cost
   * does not depend on how many invoices other accounts have.
   */
  listInvoices(accountId: string, limit: number, before?: string): Promise<InvoiceList>;
  /** Lists at most `limit` receipts that changed an invoice, oldest first. */
  listReceipts(invoiceId: string, limit: number): Promise<AppliedReceipt[]>;
  /** Lists at most `limit` events of an invoice, oldest first. */
  listEvents(invoiceId: string, limit: number): Promise<StoredEvent[]>;
  /**
   * Sends an event now. A settled event gets all its attempts again. Returns false when the account has no such event,
   * or when its receiver wants no more events.
   */
  resendEvent(accountId: string, eventId: string, now: number): Promise<boolean>;
}
