import type { RandomBytes } from '../ids/make-id.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import type { Guard } from '../tokens/create-guard.ts';
import type { InvoiceStore } from './invoice-store.ts';

/** The services that handlers work with. All of them are passed in, so that a test can bring its own clock. */
export interface Services {
  store: InvoiceStore;
  verifier: ReceiptVerifier;
  /** The longest that the verifier may take, in milliseconds; 10 s by default. */
  verifierTime?: number;
  guard: Pick<Guard, 'admitForInvoice'>;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Absolute, without a slash at the end; known once the server listens. */
  baseUrl: () => string;
  /** Opens what a live deployment refuses: http and loopback in URLs. */
  isSandbox: boolean;
  /** The tags that are taken, of those that the contract's grammar lets through; all of them by default. */
  cashTagPattern?: RegExp | undefined;
  /** The time in which a new invoice can be paid, in milliseconds; that of the contract by default. */
  invoiceLifetime?: number;
}
