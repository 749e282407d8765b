import type { Verdict } from '../engine/receipt.ts';

/** How long a verifier may think. */
export interface VerifyOptions {
  /** Milliseconds since 1970, by the server's clock. */
  deadline: number;
  /** Aborted at the deadline; what comes later is not looked at. */
  signal: AbortSignal;
}

/**
 * Gives a web receipt its meaning; a deployment brings its own.
 * It only says whether the receipt is authentic and what it states. Whether it pays an invoice is the engine's to decide,
 * so that a wrong verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Answers by the deadline, with `unavailable` when it cannot tell by then; rejects only on a bug. */
  verify(webReceipt: string, options: VerifyOptions): Promise<Verdict>;
}
