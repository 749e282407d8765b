import type { Exchange, RequestSpec } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
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

/** Window of the contract's limits, milliseconds. */
const window = 60_000;

/** Time in which all requests of a window are sent, milliseconds: as many at once as a slow deployment needs for that. */
const sendWithin = 15_000;

/**
 * Sends requests until one is refused for load; returns the first exchange and the refused one.
 * @throws CaseInconclusive where they take longer than the window of a limit
 */
export async function until429(
  subject: Subject,
  most: number,
  specOf: (count: number) => RequestSpec,
): Promise<[Exchange, Exchange?]> {
  const since = performance.now();
  const first = await subject.sendOnce(specOf(0));
  const pace = Math.ceil((most * (performance.now() - since)) / sendWithin);
  const atOnce = Math.min(Math.max(pace, Math.ceil(most / 60)), 64);
  for (let count = 1; count < most; count += atOnce) {
    const specs = Array.from({ length: Math.min(atOnce, most - count) }, (_, at) => specOf(count + at));
    const exchanges = await Promise.all(specs.map((spec) => subject.sendOnce(spec)));
    // Any refusal for load counts here; the caller judges it.
    const over = exchanges.find(({ answer: response }) => response?.status === 429 || response?.status === 503);
    if (over) return [first, over];
  }
  const took = performance.now() - since;
  if (took < window - 5000) return [first];
  throw new CaseInconclusive(
    `${most} requests took ${Math.round(took / 1000)} s, longer than the minute of the limit: nothing can be told. A greater --rate, or a machine closer to the deployment, would help.`,
  );
}
