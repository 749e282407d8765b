import type { CaseContext, PlannedCase } from '../case/case.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { runCase } from './run-case.ts';

/** Options of a run. */
export interface RunCasesOptions {
  /** Number of cases that run at the same time. */
  concurrency: number;
  /** True if a broken SHOULD is a failure. */
  strict?: boolean;
  /** Called as each case ends. */
  onResult?(result: CaseResult): void;
}

/** Runs the cases several at a time, then those that must run by themselves one by one. Returns their results in the order of the plan. */
export async function runCases(
  planned: readonly PlannedCase[],
  context: CaseContext,
  { concurrency, strict = false, onResult }: RunCasesOptions,
): Promise<CaseResult[]> {
  const results = new Map<PlannedCase, CaseResult>();
  const work = async (waiting: PlannedCase[]): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runCase(next, context, strict);
      results.set(next, result);
      onResult?.(result);
    }
  };
  const together = planned.filter(({ alone }) => !alone);
  await Promise.all(Array.from({ length: concurrency }, () => work(together)));
  await work(planned.filter(({ alone }) => alone));
  return planned.map((one) => results.get(one) as CaseResult);
}
