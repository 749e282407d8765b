import { onlyClaimed } from '../command/plan/foresee-traffic.ts';
import { planRun } from '../command/plan/plan-run.ts';
import { turnOf } from '../engine/plan-cases.ts';
import { groupBy } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { describeFinding } from '../report/render-junit.ts';
import { showUnseen } from '../text/encode-output.ts';
import { type ConformanceOptions, readConformanceOptions } from './conformance-options.ts';
import { type ConformanceOutcome, followRun } from './run-conformance.ts';

/** Options of a run whose cases are tests. The test runner has its own way to stop early, so `bail` and `signal` are missing. */
export interface TestOptions extends Omit<ConformanceOptions, 'bail' | 'signal'> {
  name?: string | undefined;
}

export interface PlannedTests {
  name: string;
  /** Case ids, grouped by requirement. Groups with cases that run late come last. */
  groups: [requirement: string, ids: string[]][];
  /** Starts a run of only these cases. Only the first call has an effect. */
  start(ids: readonly string[]): void;
  /** Waits until a case has ended. Returns the reason if it was skipped, or undefined if it passed. @throws Error if it failed */
  told(id: string): Promise<string | undefined>;
  /** Ends the run and its deployment. @throws Error if something other than a test prevents the run from passing */
  end(): Promise<void>;
}

/** Plans the tests of a run. Sends no request. @throws ConformanceError if an option is wrong */
export function planTests({ name = 'Payment Invoice API conformance', ...given }: TestOptions): PlannedTests {
  const { options, args } = readConformanceOptions(given);
  const run = planRun(options, args);
  const claimed = onlyClaimed(run.planned, new Set(run.features));
  const latest = (cases: typeof claimed): number => Math.max(...cases.map(turnOf));
  const byRequirement = [...groupBy(claimed, ({ requirement }) => requirement)].sort(
    ([, one], [, other]) => latest(one) - latest(other),
  );
  const ending = new AbortController();
  const waiting = new Map<string, (result: CaseResult | undefined) => void>();
  const results = new Map<string, Promise<CaseResult | undefined>>();
  let outcome: Promise<ConformanceOutcome> | undefined;
  let hasFailed = false;

  async function follow(ids: readonly string[]): Promise<ConformanceOutcome> {
    const isPart = ids.length < claimed.length;
    const planned = isPart ? claimed.filter(({ id }) => ids.includes(id)) : run.planned;
    const part = { ...run, planned, options: isPart ? { ...options, ids: [...ids] } : options };
    const following = followRun(() => part, { signal: ending.signal, onNotice: given.onNotice });
    for await (const result of following) waiting.get(result.id)?.(result);
    return following;
  }

  async function tell(id: string): Promise<string | undefined> {
    // If the run ended without an outcome, every test fails here with the same error.
    const result = (await results.get(id)) ?? (await outcome)?.report.results.find((one) => one.id === id);
    if (result === undefined) throw fail('NothingProven', [`${id} was not among the cases that were run.`]);
    const { verdict, reason = '', optional, findings } = result;
    const found = findings.flatMap((finding) => ['', ...describeFinding(finding)]);
    // Escapes the reason, because the deployment may have written part of it, and test runners print it unchanged.
    const shown = showUnseen(reason);
    if (verdict === 'pass' || optional) return optional ? shown : undefined;
    if (verdict === 'warn') return void console.warn([result.title, ...found].map(showUnseen).join('\n'));
    if (verdict === 'error') throw fail('Error', ['The suite has a defect. Please report this:', ...reason.split('\n')]);
    if (verdict === 'fail') {
      const known = options.knownFailures && (await outcome)?.report.results.find((one) => one.id === id)?.known;
      if (known) return `A known failure until ${known.until}: ${known.reason}`;
      throw fail('Broken', [result.title, ...found]);
    }
    // If the run as a whole proved nothing, the test fails instead of being skipped.
    const { exitCode, report } = (await outcome) as ConformanceOutcome;
    if (exitCode === 2) throw fail('NothingProven', [reason, ...report.reasons]);
    return shown;
  }

  return {
    name,
    groups: byRequirement.map(([requirement, cases]) => [requirement, cases.map(({ id }) => id)]),
    start(ids) {
      if (outcome !== undefined) return;
      for (const id of ids) results.set(id, new Promise((resolve) => waiting.set(id, resolve)));
      outcome = follow(ids).finally(() => {
        for (const resolve of waiting.values()) resolve(undefined);
      });
      outcome.catch(() => undefined);
    },
    told: (id) =>
      tell(id).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    async end() {
      const over = outcome?.catch(() => undefined);
      const ended = await Promise.race([over, new Promise((resolve) => setImmediate(resolve, 'under way'))]);
      ending.abort();
      const last = await over;
      if (last === undefined || last.exitCode === 0 || hasFailed || ended === 'under way') return;
      throw fail('NothingProven', [...last.report.reasons, last.unwritten ?? '', last.sentence]);
    },
  };
}

/** Makes the error of a failed test, without a stack trace: it would point into the suite instead of at the defect. */
function fail(name: string, lines: string[]): Error {
  const shown = lines.filter((line, at) => at === 0 || line !== lines[at - 1]).map(showUnseen);
  const error = new Error(shown.join('\n'));
  error.name = name;
  error.stack = `${name}: ${error.message}`;
  return error;
}
