import type { Exchange, RequestSpec } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Puts the limits on for the time of `work`. */
export async function withLimits(subject: Subject, work: () => Promise<Finding[]>): Promise<Finding[]> {
  const limitRates = requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  await limitRates(true, subject.settings);
  try {
    return await work();
  } finally {
    await limitRates(false, subject.settings);
  }
}

/** The first answer, and the first that is 429. */
export async function until429(
  subject: Subject,
  most: number,
  specOf: (count: number) => RequestSpec,
): Promise<[Exchange, Exchange?]> {
  const first = await subject.sendOnce(specOf(0));
  for (let count = 1; count < most; count++) {
    const exchange = await subject.sendOnce(specOf(count));
    // Any refusal for load counts here; whether it is the right one is judged by the caller.
    if (exchange.answer?.status === 429 || exchange.answer?.status === 503) return [first, exchange];
  }
  return [first];
}
