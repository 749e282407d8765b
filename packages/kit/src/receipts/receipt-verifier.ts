import { once } from 'node:events';
import type { Verdict } from '../lifecycle/receipt.ts';

/** The time of a verification and its limit. */
export interface VerifyOptions {
  /** The time in milliseconds since 1970, by the server's clock. */
  now: number;
  /** The time by which the verifier must decide, in milliseconds since 1970 by the server's clock. */
  deadline: number;
  /** Aborted at the deadline. A later result is ignored. */
  signal: AbortSignal;
}

/**
 * Verifies web receipts. A deployment brings its own verifier, which only says whether a receipt is authentic and what
 * it states. The engine decides whether it pays an invoice, so a faulty verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Resolves by the deadline, with `unavailable` if it cannot decide by then. Rejects only because of a bug. */
  verify(webReceipt: string, options: VerifyOptions): Promise<Verdict>;
}

/** The milliseconds that a verifier may take, unless the operator sets another time. */
export const verifierTime = 10_000;

/**
 * Asks a verifier, and waits at most `time` milliseconds even if it ignores its deadline. After that the verdict is
 * `unavailable`.
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
    // After the timer has won the race, the verification may still reject. Nothing else handles that.
    asked.catch(() => undefined);
    return await Promise.race([asked, once(late.signal, 'abort').then(() => 'unavailable' as const)]);
  } finally {
    clearTimeout(timer);
  }
}
