import type { Verdict } from '../lifecycle/receipt.ts';

/** The time of a verification, and its time limit. */
export interface VerifyOptions {
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
  /** Milliseconds since 1970, by the server's clock. */
  deadline: number;
  /** Aborted at the deadline; a later result is ignored. */
  signal: AbortSignal;
}

/**
 * Verifies web receipts; a deployment brings its own.
 * It only says whether a receipt is authentic and what it states. The engine decides whether the receipt pays an invoice, so that
 * a faulty verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Resolves by the deadline, with `unavailable` when it cannot decide by then; rejects only because of a bug. */
  verify(webReceipt: string, options: VerifyOptions): Promise<Verdict>;
}
