import type { RandomBytes } from '../engine/make-id.ts';
import type { Guard } from '../rates/create-guard.ts';
import type { ReceiptVerifier } from '../receipts/receipt-verifier.ts';
import type { Store } from '../store/store.ts';

/** What handlers work with; all of it given, so that a test can give its own clock. */
export interface Services {
  store: Store;
  verifier: ReceiptVerifier;
  /** How long the verifier may take, in milliseconds. */
  verifierTime: number;
  guard: Guard;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Absolute, without a slash at the end; known once the server listens. */
  baseUrl: () => string;
  /** Opens what a live deployment refuses: http and loopback in URLs. */
  isSandbox: boolean;
  /** Which tags are taken, of those that the contract's grammar lets through; all of them when undefined. */
  cashTagPattern: RegExp | undefined;
  /** How long a new invoice can be paid, in milliseconds. */
  invoiceLifetime: number;
}
