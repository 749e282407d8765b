import type { Decision, Invoice, InvoiceStatus, ReceiptFacts } from '@payment-invoice/kit/lifecycle';
import type { AccountStore } from './account-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { SharedStore } from './shared-store.ts';

/** A receipt as it is looked up and recorded: its SHA-256 and the extracted fields, never its text. */
export interface ReceiptKey {
  /** SHA-256 of the receipt's text. */
  hash: Buffer;
  /** Undefined before the receipt is verified. */
  receiptId: string | undefined;
}

/** The part of a receipt that is recorded when it changes an invoice. */
export interface ReceiptRecord {
  amount: number;
  paymentStatus: string;
  paidAt: number;
}

/** A create that may be sent again (D-20). The account is the invoice's. */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** Equal for equal request bodies. */
  fingerprint: Buffer;
  /** The body of the response, sent again when the request is repeated. */
  response: Buffer;
}

/** The outcome of a create. `taken`: another invoice has the note or the id; try again with new ones. `reused`: the key belongs to another body. */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };

/** Counts of what is stored, for the metrics. */
export interface StoreCounts {
  invoices: Readonly<Record<InvoiceStatus, number>>;
  /** Events whose delivery is not over. */
  outbox: number;
  /** Receivers of which events are attempted once each. */
  disabledEndpoints: number;
}

/** An event as it goes to the outbox: the bytes that every attempt will send. */
export interface OutboxEvent {
  /** The header `webhook-id`. */
  id: string;
  body: Buffer;
}

/** Makes the event of a change; pure but for the id. The invoice is the changed one, `now` the time of the change. */
export type DescribeEvent = (invoice: Invoice, now: number) => OutboxEvent;

/**
 * The part of the store that keeps invoices, receipts, events and idempotency keys. A change of an invoice is committed together with
 * its event, when there is a callback URL.
 */
export interface InvoiceStore {
  /** Saves a new invoice, unless `claim` shows that it is a create sent again. */
  createInvoice(invoice: Invoice, claim?: IdempotencyClaim): Promise<Creation>;
  /** The invoice after due expiry; undefined when the account has none of this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** Reads an invoice for the payment page, which has no account. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** The facts to decide on a receipt with, after due expiry; undefined when the account has no such invoice. */
  readReceiptFacts(accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined>;
  /**
   * Reads the facts, calls `decide`, and saves a changed invoice together with its receipt.
   * `decide` must be pure: a store may call it again when a transaction has to be repeated.
   */
  applyReceipt(
    accountId: string,
    invoiceId: string,
    key: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ decision: Decision; invoice: Invoice } | undefined>;
  /** Applies due expiry to at most `limit` invoices; returns how many there were. */
  expireDue(now: number, limit: number): Promise<number>;
  /** Forgets at most `limit` idempotency keys that were kept long enough; returns how many there were. */
  forgetKeys(now: number, limit: number): Promise<number>;
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
