import { type Arbitrary, asyncProperty, check } from 'fast-check';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';

/** Values that are tried where nothing is found: each is a request. */
const tried = 12;
/** Requests at most, those that make a finding smaller included. */
const most = 60;

/**
 * Judges values that the seed gives until one has findings, then looks for the smallest such value.
 * Every value that is tried on the way comes from the same source, so the smallest still breaks what the first one broke.
 */
export async function checkProperty<Value>(
  seed: number,
  values: Arbitrary<Value>,
  judge: (value: Value) => Promise<Finding[]>,
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
  const { errorInstance } = await check(property, { seed, numRuns: tried });
  if (smallest.length > 0) return smallest;
  if (errorInstance instanceof Error) throw errorInstance;
  if (untold) throw untold;
  return [];
}
