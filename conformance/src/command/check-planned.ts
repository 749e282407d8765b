import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Adapter } from '../adapter/adapter.ts';
import type { PlannedCase } from '../case/case.ts';
import { isHere, secretsOf, takesProxies } from '../http/connection.ts';
import { ConformanceError } from '../outcome/conformance-error.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import type { Waits } from '../places/waits.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { exitCode, type Report } from '../report/report.ts';
import { type Checked, checkDeployment } from './check-deployment.ts';
import { willListen } from './deployment/choose-listener.ts';
import { adapterOf, openDeployment } from './deployment/open-deployment.ts';
import type { Begun } from './deployment/start-command.ts';
import { hearStrays } from './hear-strays.ts';
import { prepareFolder } from './options/prepare-folder.ts';
import { describeUnread, UsageError } from './options/usage-error.ts';
import { describeHold, describeLatency, describeLimits, describePlan } from './plan/describe-plan.ts';
import { type Foresight, foreseeTraffic } from './plan/foresee-traffic.ts';
import type { PlannedRun } from './plan/plan-run.ts';

/** Functions and signals for code that observes a run and may end it. */
export interface Followers {
  /** Ends the run early. The results so far are reported. */
  interrupt: AbortSignal;
  /** The --start command, if it has already begun. */
  begun?: Begun | undefined;
  /** Records what the run waits for. */
  waits?: Waits;
  /** The words with which the user calls this command. */
  callWords?: string;
  /** Called with lines for the user before and during the run: the plan, and what it waits for. */
  onNotice?(lines: string): void;
  /** Called before the first request, with the cases that the deployment is held to. */
  onPlan?(claimed: readonly PlannedCase[]): void;
  /** Called as each case ends, unless the run was ended before. */
  onResult?(result: CaseResult): void;
  /** Called with the result, before a started deployment ends. */
  onChecked?(checked: Checked): void;
}

/**
 * Runs the plan against the deployment that the options name. The command, the API and the test runners all use it.
 * @throws UsageError if an option is wrong; NothingProven if the deployment cannot be checked
 */
export async function checkPlanned(run: PlannedRun, followers: Followers): Promise<Checked> {
  const { options, ids } = run;
  const { interrupt, onNotice = () => undefined } = followers;
  const known = options.knownFailures === undefined ? undefined : readKnownFailures(options.knownFailures);
  const putBack = clearFolder(run);
  const strays = hearStrays();
  try {
    const deployment = await openDeployment(options, interrupt, run.contract, followers.begun);
    // Ctrl-C ends the deployment at once, while the report is still being written.
    const stop = (): void => void deployment.stop(true);
    const clean = cleanerFor({ TOKEN: deployment.token, OTHER_TOKEN: deployment.otherToken }, secretsOf(options.connection));
    interrupt.addEventListener('abort', stop, { once: true });
    try {
      const foresight = foresee(run, await adapterOf(deployment), deployment.otherToken !== undefined);
      onNotice(describePlan(run.planned, foresight, options.rate));
      followers.onPlan?.(foresight.claimed);
      if (options.connection.proxies && !isHere(deployment.baseUrl) && !takesProxies())
        onNotice(`Node.js ${process.version} goes by no proxy of the environment: 22.21 and 24.5 do.\n`);
      const today = new Date().toISOString().slice(0, 10);
      let toldHold = false;
      const checked = await checkDeployment({
        ...{ ...run, deployment, strays, interrupt },
        onLimits: (policy) => onNotice(clean(describeLimits(policy, foresight.requests))),
        onHold: (wait, creates) => {
          const said = toldHold ? '' : describeHold(wait, creates, foresight.requests);
          toldHold ||= said !== '';
          onNotice(said);
        },
        onRenewed: (requests) => onNotice(`The token was accepted no longer after ${requests} requests, and was renewed.\n`),
        onLatency: (milliseconds) => onNotice(describeLatency(milliseconds, foresight.requests, options)),
        ...(followers.waits && { waits: followers.waits }),
        ...(followers.callWords !== undefined && { callWords: followers.callWords }),
        ...(followers.onResult && { onResult: followers.onResult }),
        ...(known && { annotate: (report: Report) => judgeKnownFailures(report, known, ids, today) }),
      });
      followers.onChecked?.(checked);
      return checked;
    } catch (error) {
      // The message contains the deployment's words, which may repeat a token.
      if (error instanceof ConformanceError) error.message = clean(error.message);
      throw error;
    } finally {
      interrupt.removeEventListener('abort', stop);
      await deployment.stop(interrupt.aborted);
    }
  } catch (error) {
    putBack();
    throw error;
  } finally {
    strays.stop();
  }
}

/** Returns the exit code of a run: that of its report, or 2 if something outside the cases prevents it from passing. */
export function exitOf({ report, unwritten, unproven }: Checked): number {
  return exitCode(report) || (unwritten === undefined && unproven === undefined ? 0 : 2);
}

/** Predicts the traffic of a run, with this adapter, with or without a second account. */
export function foresee({ options, planned, features }: PlannedRun, adapter: Adapter, other: boolean): Foresight {
  const { callbackWait } = options;
  return foreseeTraffic({ planned, features: new Set(features), adapter, other, listening: willListen(options), callbackWait });
}

/**
 * Removes the reports of an earlier run from the folder. Returns a function for a run that proves nothing: with --failed, it
 * restores the report whose failures were to run again.
 */
function clearFolder({ options: { out, failed } }: PlannedRun): () => void {
  if (out === undefined) return () => undefined;
  const file = join(out, 'report.json');
  const earlier = failed ? readFileSync(file) : undefined;
  prepareFolder(out);
  return () => {
    if (earlier) writeFileSync(file, earlier);
  };
}

/**
 * Reads a list of known failures, as YAML or JSON: `[{case, reason, until}]`, with `until` as YYYY-MM-DD.
 * @throws UsageError that says which entry is wrong and how
 */
function readKnownFailures(file: string): KnownFailure[] {
  const stop = (problem: string): never => {
    throw new UsageError(`--known-failures ${file}: ${problem}`);
  };
  let entries: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    // When the last failure is fixed, the file may have only comments left.
    entries = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)) ? [] : load(text);
  } catch (error) {
    return stop(`${describeUnread(error as Error).split('\n')[0]}.`);
  }
  if (!Array.isArray(entries)) return stop('a list of entries is expected, each with case, reason and until.');
  const seen = new Set<string>();
  return entries.map((entry: unknown, index) => {
    const where = `entry ${index + 1}`;
    if (typeof entry !== 'object' || entry === null) return stop(`${where} must be an object with case, reason and until.`);
    const { case: id, reason, until, ...rest } = entry as Record<string, unknown>;
    const [more] = Object.keys(rest);
    if (more !== undefined) return stop(`${where} has "${more}"; an entry has case, reason and until.`);
    if (typeof id !== 'string' || id === '') return stop(`${where} lacks case: the id of a case.`);
    if (seen.has(id)) return stop(`${id} stands twice.`);
    seen.add(id);
    if (typeof reason !== 'string' || reason.trim() === '') return stop(`${id} lacks reason.`);
    if (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until)))
      return stop(`${id} lacks until: a date such as 2030-01-31, the last day on which it may still fail.`);
    return { case: id, reason, until };
  });
}

/** A known failure that is tolerated until a given day. */
interface KnownFailure {
  case: string;
  reason: string;
  /** The last day, as YYYY-MM-DD. */
  until: string;
}

/**
 * Marks the known failures, and reports problems in their list: entries that pass now, name no case, were not tried, or are out
 * of date.
 * @param known ids of all cases; entries for unselected cases are ignored
 * @param today YYYY-MM-DD
 */
function judgeKnownFailures(report: Report, entries: KnownFailure[], known: ReadonlySet<string>, today: string): Report {
  const problems: string[] = [];
  const results = report.results.map((result): CaseResult => {
    const entry = entries.find(({ case: id }) => id === result.id);
    if (entry === undefined) return result;
    if (result.verdict === 'pass') problems.push(`${entry.case} passes now: take it off the list of known failures.`);
    else if (result.verdict === 'warn')
      problems.push(
        `${entry.case} is on the list of known failures, but is a warning only: run with --strict, or take it off the list.`,
      );
    else if (result.verdict !== 'fail')
      problems.push(`${entry.case} is on the list of known failures, but is ${result.verdict}.`);
    else if (today > entry.until) problems.push(`${entry.case} was known until ${entry.until}, and still fails.`);
    else return { ...result, known: { reason: entry.reason, until: entry.until } };
    return result;
  });
  for (const { case: id } of entries)
    if (!known.has(id)) problems.push(`${id} is on the list of known failures, but no case has this id.`);
  return { ...report, results, knownFailures: { problems }, reasons: [...report.reasons, ...problems] };
}
