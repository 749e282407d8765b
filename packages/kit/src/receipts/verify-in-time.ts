import { once } from 'node:events';
import type { Verdict } from '../lifecycle/receipt.ts';
import type { ReceiptVerifier } from './receipt-verifier.ts';

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
