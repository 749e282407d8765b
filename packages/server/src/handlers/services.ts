import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { ReceiptVerifier } from '@payment-invoice/kit/receipts';
import type { Guard } from '@payment-invoice/kit/tokens';
import type { Store } from '../store/store.ts';

/** The services that handlers work with. All of them are passed in, so that a test can bring its own clock. */
export interface Services {
  store: Store;
  verifier: ReceiptVerifier;
  /** The longest that the verifier may take, in milliseconds. */
  verifierTime: number;
  guard: Guard;
  /** Milliseconds since 1970. */
  now: () => number;
  randomBytes: RandomBytes;
  /** Absolute, without a slash at the end; known once the server listens. */
  baseUrl: () => string;
  /** Opens what a live deployment refuses: http and loopback in URLs. */
  isSandbox: boolean;
  /** The tags that are taken, of those that the contract's grammar lets through; all of them when undefined. */
  cashTagPattern: RegExp | undefined;
  /** The time in which a new invoice can be paid, in milliseconds. */
  invoiceLifetime: number;
}
