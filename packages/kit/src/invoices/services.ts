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
  /** How long the verifier may take, in milliseconds; 10 s by default. */
  verifierTime?: number;
  guard: Pick<Guard, 'admitForInvoice'>;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Returns the server's absolute URL, without a final slash. It is known once the server listens. */
  baseUrl: () => string;
  /** True to allow http and loopback in URLs, which a live deployment refuses. */
  isSandbox: boolean;
  /** A pattern that tags must match in addition to the contract's; none by default. */
  cashTagPattern?: RegExp | undefined;
  /** How long after its creation an invoice can be paid, in milliseconds. The default is the contract's. */
  invoiceLifetime?: number;
}

/** Makes the problem for an unknown invoice or another account's invoice, so that a client cannot tell the two apart (D-14). */
export function invoiceNotFound(): ProblemError {
  const detail = 'No invoice of this account has the id that was sent. Check the id that create returned.';
  return new ProblemError('invoice_not_found', detail);
}

/** The keys by which a receipt is looked up and recorded: its SHA-256 and its id. Its text is never stored. */
export interface ReceiptKey {
  /** The SHA-256 of the receipt's text. */
  hash: Buffer;
  /** Undefined until the receipt is verified. */
  receiptId: string | undefined;
}

/** The contents of a receipt that are stored when it changes an invoice. */
export interface ReceiptRecord {
  amount: number;
  paymentStatus: string;
  paidAt: number;
}

/** The store's methods for invoices, receipts, events and keys. A change to an invoice is committed together with its event. */
export interface InvoiceStore {
  /** Saves a new invoice, unless a request with the idempotency key in `claim` was already processed. */
  createInvoice(invoice: Invoice, claim?: IdempotencyClaim): Promise<Creation>;
  /** Returns the invoice, after expiring it if its time is over; undefined if the account has no invoice with this id. */
  readInvoice(accountId: string, invoiceId: string, now: number): Promise<Invoice | undefined>;
  /** Works like `readInvoice`, but returns the facts about a receipt that was submitted for the invoice. */
  readReceiptFacts(accountId: string, invoiceId: string, key: ReceiptKey, now: number): Promise<ReceiptFacts | undefined>;
  /** Reads the facts, calls `decide`, and saves a changed invoice with its receipt. `decide` must be pure: it may be repeated. */
  applyReceipt(
    accountId: string,
    invoiceId: string,
    key: ReceiptKey,
    record: ReceiptRecord | undefined,
    now: number,
    decide: (facts: ReceiptFacts) => Decision,
  ): Promise<{ decision: Decision; invoice: Invoice } | undefined>;
  /** Expires at most `limit` invoices whose time is over. Returns how many it expired. */
  expireDue(now: number, limit: number): Promise<number>;
  /** Deletes at most `limit` idempotency keys that are past their lifetime. Returns how many it deleted. */
  forgetKeys(now: number, limit: number): Promise<number>;
}
