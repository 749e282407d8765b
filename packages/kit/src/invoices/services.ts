import { ProblemError } from '@payment-invoice/stubs';
import type { Creation, IdempotencyClaim } from '../idempotency/idempotency-key.ts';
import type { RandomBytes } from '../ids/make-id.ts';
import type { Decision, ReceiptFacts } from '../lifecycle/decide-receipt.ts';
import type { Invoice } from '../lifecycle/invoice.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import type { Guard } from '../tokens/create-guard.ts';

/** The services that handlers use. They are passed in, so that a test can supply its own clock. */
export interface Services {
  store: InvoiceStore;
  verifier: ReceiptVerifier;
  /** The milliseconds that the verifier may take; 10 s by default. */
  verifierTime?: number;
  guard: Pick<Guard, 'admitForInvoice'>;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Returns the server's absolute URL, without a final slash. It is known once the server listens. */
  baseUrl: () => string;
  /** True to allow http and loopback in URLs, which a live deployment refuses. */
  isSandbox: boolean;
  /** Matches the tags that are accepted, among those that the contract allows; all of them by default. */
  cashTagPattern?: RegExp | undefined;
  /** The milliseconds for which a new invoice can be paid. By default they are the contract's. */
  invoiceLifetime?: number;
}

/**
 * Makes the problem for an unknown invoice, and for one of another account (D-14). The two use one function so that
 * they cannot differ.
 */
export function invoiceNotFound(): ProblemError {
  return new ProblemError(
    'invoice_not_found',
    'No invoice of this account has the id that was sent. Check the id that create returned.',
  );
}

/** The keys by which a receipt is looked up and recorded: its SHA-256 and its id. Its text is never stored. */
export interface ReceiptKey {
  /** The SHA-256 of the receipt's text. */
  hash: Buffer;
  /** Undefined until the receipt is verified. */
  receiptId: string | undefined;
}

/** The part of a receipt that is recorded when it changes an invoice. */
export interface ReceiptRecord {
  amount: number;
  paymentStatus: string;
  paidAt: number;
}

/**
 * The part of the store that keeps invoices, receipts, events and idempotency keys. If the invoice has a callback URL,
 * a change is committed together with its event.
 */
export interface InvoiceStore {
  /** Saves a new invoice, unless `claim` shows that the same create was sent before. */
  createInvoice(invoice: Invoice, claim?: IdempotencyClaim): Promise<Creation>;
  /** Returns the invoice after a due expiry was applied; undefined when the account has no invoice with this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
  /**
   * Returns the facts that decide on a receipt, after a due expiry was applied; undefined when the account has no such invoice.
   */
  readReceiptFacts(accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined>;
  /**
   * Reads the facts, calls `decide`, and saves a changed invoice together with its receipt. `decide` must be pure,
   * because a store that repeats a transaction calls it again.
   */
  applyReceipt(
    accountId: string,
    invoiceId: string,
    key: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ decision: Decision; invoice: Invoice } | undefined>;
  /** Expires at most `limit` invoices that are due, and returns how many it expired. */
  expireDue(now: number, limit: number): Promise<number>;
  /** Deletes at most `limit` idempotency keys whose lifetime is over, and returns how many it deleted. */
  forgetKeys(now: number, limit: number): Promise<number>;
}
