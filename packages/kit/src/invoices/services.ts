import { ProblemError } from '@payment-invoice/stubs';
import type { RandomBytes } from '../ids/make-id.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import type { Guard } from '../tokens/create-guard.ts';
import type { InvoiceStore } from './invoice-store.ts';

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
