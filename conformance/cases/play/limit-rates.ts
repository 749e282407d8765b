import type { Exchange, RequestSpec } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Turns the rate limits on while `work` runs. */
export async function withLimits(subject: Subject, work: () => Promise<Finding[]>): Promise<Finding[]> {
  const limitRates = requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  await limitRates(true, subject.settings);
  try {
    return await work();
  } finally {
    await limitRates(false, subject.settings);
  }
}

/** Sends requests until one is refused for load; returns the first exchange and the refused one. */
export async function until429(
  subject: Subject,
  most: number,
  specOf: (count: number) => RequestSpec,
): Promise<[Exchange, Exchange?]> {
  const first = await subject.sendOnce(specOf(0));
  for (let count = 1; count < most; count++) {
    const exchange = await subject.sendOnce(specOf(count));
    // Any refusal for load counts here; the caller judges it.
    if (exchange.answer?.status === 429 || exchange.answer?.status === 503) return [first, exchange];
  }
  return [first];
}
