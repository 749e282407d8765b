import { once } from 'node:events';
import type { Verdict } from '../lifecycle/receipt.ts';
import type { ReceiptVerifier } from './receipt-verifier.ts';

/** The longest that a verifier may take, in milliseconds, unless the operator sets another time. */
export const verifierTime = 10_000;

/** Asks a verifier and waits `time` milliseconds at most, whether it looks at its deadline or not: then it is unavailable. */
export async function verifyInTime(
  verifier: ReceiptVerifier,
  webReceipt: string,
  { now, time }: { now: number; time: number },
): Promise<Verdict> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), time);
  try {
    const asked = verifier.verify(webReceipt, { now, deadline: now + time, signal: late.signal });
    // The one that loses the race may still reject, and nothing would handle that.
    asked.catch(() => undefined);
    return await Promise.race([asked, once(late.signal, 'abort').then(() => 'unavailable' as const)]);
  } finally {
    clearTimeout(timer);
  }
}
