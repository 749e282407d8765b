import type { Verdict } from '../lifecycle/receipt.ts';

/** The moment of a verification, and its time limit. */
export interface VerifyOptions {
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
  /** Milliseconds since 1970, by the server's clock. */
  deadline: number;
  /** Aborted at the deadline; what comes later is not looked at. */
  signal: AbortSignal;
}

/**
 * Verifies web receipts; a deployment brings its own.
 * It only says whether the receipt is authentic and what it states. The engine decides whether it pays an invoice,
 * so that a wrong verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Resolves by the deadline, with `unavailable` when it cannot tell by then; rejects only on a bug. */
  verify(webReceipt: string, options: VerifyOptions): Promise<Verdict>;
}
