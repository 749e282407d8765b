import { type Arbitrary, asyncProperty, check } from 'fast-check';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';

/** Number of values to try; each takes a request. */
const tried = 12;
/** How many requests to send at most, including those that shrink a finding. */
const most = 60;

/**
 * Judges generated values until one has findings, then looks for the smallest such value. All values come from the same
 * source, so the smallest breaks the same requirement as the first.
 * @param examples values that are tried first, whatever the seed
 */
export async function checkProperty<Value>(
  seed: number,
  values: Arbitrary<Value>,
  judge: (value: Value) => Promise<Finding[]>,
  examples: readonly Value[] = [],
): Promise<Finding[]> {
  let requests = 0;
  let smallest: Finding[] = [];
  let untold: CaseInconclusive | CaseSkipped | undefined;
  const property = asyncProperty(values, async (value) => {
    if (requests++ >= most) return true;
    try {
      const findings = await judge(value);
      if (findings.length > 0) smallest = findings;
      return findings.length === 0;
    } catch (error) {
      if (!(error instanceof CaseInconclusive || error instanceof CaseSkipped)) throw error;
      untold = error;
      return true;
    }
  });
  const { errorInstance } = await check(property, { seed, numRuns: tried, examples: examples.map((value): [Value] => [value]) });
  if (smallest.length > 0) return smallest;
  if (errorInstance instanceof Error) throw errorInstance;
  if (untold) throw untold;
  return [];
}
