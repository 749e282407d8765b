import type { InvoiceStore as KitStore } from '@payment-invoice/kit/invoices';
import type { Invoice, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import type { AccountStore } from './account-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { SharedStore } from './shared-store.ts';

/** Counts of what is stored, for the metrics. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** Events whose delivery is not over. */
  outbox: number;
  /** Receivers of which events are attempted once each. */
  disabledEndpoints: number;
}

/** The part of the store that keeps invoices, receipts, events and idempotency keys, and what the pages and metrics ask of it. */
export interface InvoiceStore extends KitStore {
  /** Reads an invoice for the payment page, which has no account. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  count(): Promise<StoreCounts>;
}

/**
 * The store of all that a server keeps. Each method is one transaction: when it resolves, its changes are on disk, and when it rejects,
 * nothing was done, unless the error says that it may have been.
 * Times are milliseconds since 1970.
 * @throws StoreUnavailableError when the storage is unavailable
 */
export interface Store extends InvoiceStore, AccountStore, DeliveryStore, HistoryStore, SharedStore {
  /** Rejects while requests cannot be served. */
  check(): Promise<void>;
  /** Commits everything that waits, and closes the store; no call may follow. */
  close(): Promise<void>;
}
