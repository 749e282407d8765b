import type { RandomBytes } from './engine/make-id.ts';
import type { ReceiptVerifier } from './receipts/receipt-verifier.ts';
import type { Store } from './store/store.ts';
import type { Authenticate } from './tokens/authenticate.ts';

/** What handlers work with; all of it given, so that a test can give its own clock. */
export interface Services {
  readonly store: Store;
  readonly verifier: ReceiptVerifier;
  readonly authenticate: Authenticate;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: RandomBytes;
  /** Absolute, without a slash at the end; known once the server listens. */
  readonly baseUrl: () => string;
}
