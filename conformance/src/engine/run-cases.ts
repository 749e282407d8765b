import type { CaseContext, PlannedCase } from '../case/case.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { Places } from '../places/places.ts';
import { runCase } from './run-case.ts';

/** Options of a run. */
export interface RunCasesOptions {
  /** Number of cases that run at the same time; one that only waits is not counted. */
  concurrency: number;
  /** True if a broken SHOULD is a failure. */
  strict?: boolean;
  /** No further case begins once this is aborted. */
  stop?: AbortSignal;
  /** Called as each case ends. */
  onResult?(result: CaseResult): void;
}

/**
 * Runs the cases several at a time, then those that must run by themselves one by one. Those that may wait begin first, so
 * that their waits run beside the others. Returns the results of those that ran, in the order of the plan.
 */
export async function runCases(
  planned: readonly PlannedCase[],
  context: CaseContext,
  { concurrency, strict = false, stop, onResult }: RunCasesOptions,
): Promise<CaseResult[]> {
  const results = new Map<PlannedCase, CaseResult>();
  const run = async (one: PlannedCase): Promise<void> => {
    if (stop?.aborted) return;
    const result = await runCase(one, context, strict);
    results.set(one, result);
    onResult?.(result);
  };
  const places = new Places(concurrency);
  const together = planned.filter(({ alone }) => !alone);
  const waiting = together.filter(({ waits }) => waits);
  const others = together.filter(({ waits }) => !waits);
  await Promise.all([...waiting, ...others].map((one) => places.hold(() => run(one))));
  for (const one of planned.filter(({ alone }) => alone)) await run(one);
  return planned.flatMap((one) => results.get(one) ?? []);
}
