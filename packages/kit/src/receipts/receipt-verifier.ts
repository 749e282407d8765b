import { once } from 'node:events';
import type { Verdict } from '../lifecycle/receipt.ts';

/** The time of a verification, and its time limit. */
export interface VerifyOptions {
  /** Milliseconds since 1970, by the server's clock. */
  now: number;
  /** The time by which the verifier must decide, in milliseconds since 1970 by the server's clock. */
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

/** How many milliseconds a verifier may take, unless the operator sets another time. */
export const verifierTime = 10_000;

/**
 * Asks a verifier and waits at most `time` milliseconds, whether or not the verifier respects its deadline. After that the
 * verdict is `unavailable`.
 */
export async function verifyInTime(
  verifier: ReceiptVerifier,
  webReceipt: string,
  { now, time }: { now: number; time: number },
): Promise<Verdict> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), time);
  try {
    const asked = verifier.verify(webReceipt, { now, deadline: now + time, signal: late.signal });
    // When the timer wins the race, the verification may still reject, and nothing else would handle that.
    asked.catch(() => undefined);
    return await Promise.race([asked, once(late.signal, 'abort').then(() => 'unavailable' as const)]);
  } finally {
    clearTimeout(timer);
  }
}
