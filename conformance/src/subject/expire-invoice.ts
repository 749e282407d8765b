import { type DomainFacts, factsOf } from '../contract/domain.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { sleep } from '../places/places.ts';
import { readTime } from '../text/read-time.ts';
import type { Inputs } from './request-for.ts';
import type { Subject } from './subject.ts';

/** Lets time pass until an invoice has expired, or until after the time in `at`. Moves the clock if possible, or else waits. */
export async function expireInvoice(subject: Subject, invoice: Record<string, unknown>, at?: string): Promise<void> {
  const { contract, wire, settings } = subject;
  wire.use('advanceTime');
  const lifetime = lifetimeOf(factsOf(contract), invoice, at) + 1000;
  if (wire.advanceTime) return wire.advanceTime(Math.ceil(lifetime / 1000), settings);
  if (!(lifetime <= settings.maxWait))
    throw new CaseSkipped(
      'Expiry needs a clock that can be moved, or a lifetime within --max-wait: give an adapter with advanceTime.',
      'advanceTime',
    );
  await sleep(lifetime);
}

/** Returns an invoice's lifetime in milliseconds. Skips the case if a time cannot be parsed, for example a week date. */
export function lifetimeOf({ times }: Pick<DomainFacts, 'times'>, invoice: Inputs, at = times.expires): number {
  const { created } = times;
  const lifetime = readTime(invoice[at]) - readTime(invoice[created]);
  if (Number.isNaN(lifetime)) throw new CaseSkipped(`Its end needs ${created} and ${at} as year, month, day and time.`);
  return lifetime;
}
