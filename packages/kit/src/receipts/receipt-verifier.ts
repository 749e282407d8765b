import { once } from 'node:events';
import type { Verdict } from '../lifecycle/receipt.ts';

/** The current time, and the time limit of a verification. */
export interface VerifyOptions {
  /** The time in milliseconds since 1970, by the server's clock. */
  now: number;
  /** The time by which the verifier must decide, in milliseconds since 1970 by the server's clock. */
  deadline: number;
  /** Aborted at the deadline. Results that arrive later are ignored. */
  signal: AbortSignal;
}

/**
 * Verifies web receipts: returns the content of authentic ones. A deployment can provide its own verifier. The engine decides
 * whether a receipt pays an invoice, so a faulty verifier cannot credit the wrong invoice.
 */
export interface ReceiptVerifier {
  /** Resolves before the deadline, with `unavailable` if the verifier has not decided by then. Rejects only because of a bug. */
  verify(webReceipt: string, options: VerifyOptions): Promise<Verdict>;
}

/** How long a verifier may take, in milliseconds, unless the operator sets another time. */
export const verifierTime = 10_000;

/** Calls a verifier, but waits at most `time` milliseconds, whatever the verifier does. Returns `unavailable` after that. */
export async function verifyInTime(
  verifier: ReceiptVerifier,
  webReceipt: string,
  { now, time }: { now: number; time: number },
): Promise<Verdict> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), time);
  try {
    const asked = verifier.verify(webReceipt, { now, deadline: now + time, signal: late.signal });
    // The verification may still reject after the time limit. Without this handler, that would be an unhandled rejection.
    asked.catch(() => undefined);
    return await Promise.race([asked, once(late.signal, 'abort').then(() => 'unavailable' as const)]);
  } finally {
    clearTimeout(timer);
  }
}
