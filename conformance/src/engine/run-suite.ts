import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCase } from 'vitest/node';
import type { Recorded } from '../subject/recorder.ts';
import type { SuiteInput } from './suite-input.ts';
import type { CaseResult } from './verdict.ts';

/**
 * Runs the planned cases in vitest and gives their results in the order of the plan.
 * @param onResult called as each case ends
 * @throws when a planned case came back without a result: an empty run is never a pass
 */
export async function runSuite(
  input: SuiteInput,
  concurrency: number,
  onResult: (result: CaseResult, recorded: Recorded[]) => void = () => {},
): Promise<CaseResult[]> {
  // Imported late: it takes 150 ms that a wrong option should not have to wait for.
  const { startVitest } = await import('vitest/node');
  const results = new Map<string, CaseResult>();
  const cacheDir = mkdtempSync(join(tmpdir(), 'payment-invoice-conformance-'));
  const spec = fileURLToPath(import.meta.resolve(import.meta.url.endsWith('.ts') ? './suite.spec.ts' : './suite.spec.js'));
  // The process may be ended in the middle.
  const removeCache = (): void => rmSync(cacheDir, { recursive: true, force: true });
  process.once('exit', removeCache);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const ours = new Set(signals.flatMap((signal) => process.listeners(signal)));
  // The wall-clock limits are the suite's own, for each request.
  const noLimit = 24 * 60 * 60 * 1000;
  try {
    const vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        root: fileURLToPath(new URL('.', import.meta.url)),
        include: [spec],
        exclude: [],
        watch: false,
        isolate: false,
        // Node itself loads the cases: there is nothing to transform and nothing to mock.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        pool: 'threads',
        maxConcurrency: concurrency,
        testTimeout: noLimit,
        hookTimeout: noLimit,
        provide: { suite: input },
        reporters: [
          {
            onInit() {
              // vitest ends the process at a signal; here a run that is ended still writes its report.
              for (const signal of signals)
                for (const listener of process.listeners(signal)) if (!ours.has(listener)) process.off(signal, listener);
            },
            onTestCaseResult(test: TestCase) {
              const { result, recorded = [] } = test.meta();
              if (!result) return;
              results.set(result.id, result);
              onResult(result, recorded);
            },
          },
        ],
      },
      { cacheDir, logLevel: 'silent', clearScreen: false },
    );
    const faults = vitest.state.getUnhandledErrors().concat(vitest.state.getTestModules().flatMap((module) => module.errors()));
    await vitest.close();
    // vitest reports failed cases through the exit code; ours is decided by the verdicts.
    process.exitCode = 0;
    const missing = input.cases.filter((id) => !results.has(id));
    if (missing.length > 0) {
      throw new Error(`${missing.length} cases gave no result, the first is ${missing[0]}.`, { cause: faults[0] });
    }
  } finally {
    removeCache();
    process.off('exit', removeCache);
  }
  return input.cases.map((id) => results.get(id) as CaseResult);
}
