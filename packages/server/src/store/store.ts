import type { InvoiceStore as KitStore } from '@payment-invoice/kit/invoices';
import type { Invoice, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import type { AccountStore } from './account-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { SharedStore } from './shared-store.ts';

/** The counts of stored things for the metrics. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** The number of events whose delivery is not settled. */
  outbox: number;
  /** The number of disabled endpoints, to which each event is attempted only once. */
  disabledEndpoints: number;
}

/** The part of the store that keeps invoices, receipts, events and idempotency keys, with what pages and metrics read. */
export interface InvoiceStore extends KitStore {
  /** Reads an invoice for the payment page, where no account is known. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  count(): Promise<StoreCounts>;
}

/**
 * The store of everything that a server keeps. Each method is one transaction. When it resolves, its changes are on the
 * disk. When it rejects, nothing was changed, unless the error says that a change may have been made. Times are Unix
 * times in milliseconds.
 * @throws StoreUnavailableError when the storage is unavailable
 */
export interface Store extends InvoiceStore, AccountStore, DeliveryStore, HistoryStore, SharedStore {
  /** Checks the storage. Rejects while requests cannot be served. */
  check(): Promise<void>;
  /** Commits all waiting writes, and closes the store. No call may follow. */
  close(): Promise<void>;
}
