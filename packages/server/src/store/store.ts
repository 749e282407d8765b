import type { Decision, ReceiptFacts } from '../engine/decide-receipt.ts';
import type { Invoice } from '../engine/invoice.ts';

/** A receipt as it is looked up and recorded: its SHA-256 and the extracted fields, never its text. */
export interface ReceiptKey {
  /** SHA-256 of the receipt's text. */
  readonly hash: Buffer;
  /** Undefined before the receipt is verified. */
  readonly receiptId: string | undefined;
}

/** What is recorded of a receipt that changed an invoice. */
export interface ReceiptRecord {
  readonly amount: number;
  readonly paymentStatus: string;
  readonly paidAt: number;
}

/**
 * Where invoices live. Each method is one transaction: when it resolves, what it did is on disk, and when it rejects, nothing was done.
 * Times are milliseconds since 1970.
 * @throws StoreUnavailableError when the storage cannot answer
 */
export interface Store {
  /** Makes the account known and the token (by its SHA-256) one of its own; harmless when both are. */
  saveToken(accountId: string, tokenHash: Buffer): Promise<void>;
  /** The account of a token; undefined when there is none. */
  findAccount(tokenHash: Buffer): Promise<string | undefined>;
  /** False when another invoice already has the note or the id: try again with new ones. */
  createInvoice(invoice: Invoice): Promise<boolean>;
  /** The invoice after due expiry; undefined when the account has none of this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** The same for the payment page, which has no account. */
  readPublicInvoice(invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** The facts to decide on a receipt with, after due expiry; undefined when the account has no such invoice. */
  readReceiptFacts(accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined>;
  /**
   * Reads the facts, asks `decide`, and saves a changed invoice together with its receipt.
   * `decide` must be pure: a store may ask it again when a transaction has to be repeated.
   */
  applyReceipt(
    accountId: string,
    invoiceId: string,
    key: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ readonly decision: Decision; readonly invoice: Invoice } | undefined>;
  /** Ends it; nothing may be asked afterwards. */
  close(): void;
}
