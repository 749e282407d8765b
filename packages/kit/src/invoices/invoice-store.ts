import type { Creation, IdempotencyClaim } from '../idempotency/claim.ts';
import type { Decision, ReceiptFacts } from '../lifecycle/decide-receipt.ts';
import type { Invoice } from '../lifecycle/invoice.ts';

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

/**
 * The part of the store that keeps invoices, receipts, events and idempotency keys. A change of an invoice is committed together with
 * its event, when there is a callback URL.
 */
export interface InvoiceStore {
  /** Saves a new invoice, unless `claim` shows that it is a create sent again. */
  createInvoice(invoice: Invoice, claim?: IdempotencyClaim): Promise<Creation>;
  /** The invoice after due expiry; undefined when the account has none of this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
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
}
