import type { Verdict } from '../engine/receipt.ts';

/**
 * Gives a web receipt its meaning; a deployment brings its own.
 * It only says whether the receipt is authentic and what it states. Whether it pays an invoice is the engine's to decide,
 * so that a wrong verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Answers by `deadline` (milliseconds since 1970), with `unavailable` when it cannot tell by then; rejects only on a bug. */
  verify(webReceipt: string, options: { readonly deadline: number }): Promise<Verdict>;
}
