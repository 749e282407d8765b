import { ProblemError } from '@payment-invoice/stubs';
import type { Creation, IdempotencyClaim } from '../idempotency/idempotency-key.ts';
import type { RandomBytes } from '../ids/make-id.ts';
import type { Decision, ReceiptFacts } from '../lifecycle/decide-receipt.ts';
import type { Invoice } from '../lifecycle/invoice.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import type { Guard } from '../tokens/create-guard.ts';

/** The services that handlers use. All are passed in, so that a test can use its own clock. */
export interface Services {
  store: InvoiceStore;
  verifier: ReceiptVerifier;
  /** How many milliseconds the verifier may take; 10 s by default. */
  verifierTime?: number;
  guard: Pick<Guard, 'admitForInvoice'>;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Returns the server's absolute URL without a slash at the end; it is known once the server listens. */
  baseUrl: () => string;
  /** True to allow what a live deployment refuses: http and loopback in URLs. */
  isSandbox: boolean;
  /** The tags that are accepted, out of those that the contract's grammar allows; all of them by default. */
  cashTagPattern?: RegExp | undefined;
  /** For how many milliseconds a new invoice can be paid; the contract's time by default. */
  invoiceLifetime?: number;
}

/**
 * Makes the problem for an unknown invoice and for another account's (D-14). One function makes both, so that the two cannot
 * differ.
 */
export function invoiceNotFound(): ProblemError {
  return new ProblemError(
    'invoice_not_found',
    'No invoice of this account has the id that was sent. Check the id that create returned.',
  );
}

/** The keys by which a receipt is looked up and recorded: its SHA-256 and its id, never its text. */
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
 * The part of the store that keeps invoices, receipts, events and idempotency keys. When the invoice has a callback URL, a change
 * and its event are committed together.
 */
export interface InvoiceStore {
  /** Saves a new invoice, unless `claim` shows that the create was sent before. */
  createInvoice(invoice: Invoice, claim?: IdempotencyClaim): Promise<Creation>;
  /** Returns the invoice with due expiry applied; undefined when the account has no invoice with this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** Returns the facts to decide on a receipt, with due expiry applied; undefined when the account has no such invoice. */
  readReceiptFacts(accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined>;
  /**
   * Reads the facts, calls `decide`, and saves a changed invoice together with its receipt.
   * `decide` must be pure, because a store may call it again when it repeats a transaction.
   */
  applyReceipt(
    accountId: string,
    invoiceId: string,
    key: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ decision: Decision; invoice: Invoice } | undefined>;
  /** Applies due expiry to at most `limit` invoices, and returns how many it expired. */
  expireDue(now: number, limit: number): Promise<number>;
  /** Forgets at most `limit` idempotency keys that were kept long enough, and returns how many it forgot. */
  forgetKeys(now: number, limit: number): Promise<number>;
}
