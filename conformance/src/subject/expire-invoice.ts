import { CaseSkipped } from '../outcome/case-skipped.ts';
import { sleep } from '../places/places.ts';
import type { Subject } from './subject.ts';

/** Lets an invoice expire: moves the clock, or waits where the lifetime is short enough; else skips the case. */
export async function expireInvoice({ wire, settings }: Subject, invoice: Record<string, unknown>): Promise<void> {
  wire.use('advanceTime');
  const lifetime = Date.parse(String(invoice.expiresAt)) - Date.parse(String(invoice.createdAt)) + 1000;
  if (wire.advanceTime) return wire.advanceTime(Math.ceil(lifetime / 1000), settings);
  if (!(lifetime <= settings.maxWait))
    throw new CaseSkipped(
      'Expiry needs a clock that can be moved, or a lifetime within --max-wait: give an adapter with advanceTime.',
    );
  await sleep(lifetime);
}
