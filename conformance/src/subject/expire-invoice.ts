import { CaseSkipped } from '../outcome/case-skipped.ts';
import { sleep } from '../places/places.ts';
import { readTime } from '../text/read-time.ts';
import type { Subject } from './subject.ts';

/** Lets an invoice expire: moves the clock, or waits where the lifetime is short enough; else skips the case. */
export async function expireInvoice({ wire, settings }: Subject, invoice: Record<string, unknown>): Promise<void> {
  wire.use('advanceTime');
  const lifetime = lifetimeOf(invoice) + 1000;
  if (wire.advanceTime) return wire.advanceTime(Math.ceil(lifetime / 1000), settings);
  if (!(lifetime <= settings.maxWait))
    throw new CaseSkipped(
      'Expiry needs a clock that can be moved, or a lifetime within --max-wait: give an adapter with advanceTime.',
      'advanceTime',
    );
  await sleep(lifetime);
}

/** Returns the milliseconds that an invoice can be paid. Skips the case where its times cannot be read: a date of ISO 8601 may be one of a week. */
export function lifetimeOf({ createdAt, expiresAt }: Record<string, unknown>): number {
  const lifetime = readTime(expiresAt) - readTime(createdAt);
  if (Number.isNaN(lifetime)) throw new CaseSkipped('Expiry needs createdAt and expiresAt as year, month, day and time.');
  return lifetime;
}
