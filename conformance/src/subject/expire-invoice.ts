import { CaseSkipped } from '../outcome/case-skipped.ts';
import { sleep } from '../places/places.ts';
import { readTime } from '../text/read-time.ts';
import type { Subject } from './subject.ts';

/** Lets an invoice reach its expiry, or the time in another field: moves the clock, waits a short time, or skips the case. */
export async function expireInvoice({ wire, settings }: Subject, invoice: Record<string, unknown>, at?: string): Promise<void> {
  wire.use('advanceTime');
  const lifetime = lifetimeOf(invoice, at) + 1000;
  if (wire.advanceTime) return wire.advanceTime(Math.ceil(lifetime / 1000), settings);
  if (!(lifetime <= settings.maxWait))
    throw new CaseSkipped(
      'Expiry needs a clock that can be moved, or a lifetime within --max-wait: give an adapter with advanceTime.',
      'advanceTime',
    );
  await sleep(lifetime);
}

/** Returns the milliseconds from an invoice's creation to its end. Skips the case for unreadable times, such as week dates. */
export function lifetimeOf(invoice: Record<string, unknown>, at = 'expiresAt'): number {
  const lifetime = readTime(invoice[at]) - readTime(invoice.createdAt);
  if (Number.isNaN(lifetime)) throw new CaseSkipped(`Its end needs createdAt and ${at} as year, month, day and time.`);
  return lifetime;
}
