import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Adapter } from '../adapter/adapter.ts';
import type { PlannedCase } from '../case/case.ts';
import { isHere, secretsOf, takesProxies } from '../http/connection.ts';
import { ConformanceError } from '../outcome/conformance-error.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { exitCode, type Report } from '../report/report.ts';
import { type Checked, type CheckInput, checkDeployment } from './check-deployment.ts';
import { willListen } from './deployment/choose-listener.ts';
import { adapterOf, openDeployment } from './deployment/open-deployment.ts';
import type { Begun } from './deployment/start-command.ts';
import { hearStrays } from './hear-strays.ts';
import { prepareFolder } from './options/prepare-folder.ts';
import { describeUnread, UsageError } from './options/usage-error.ts';
import { describeHold, describeLatency, describeLimits, describePlan } from './plan/describe-plan.ts';
import { type Foresight, foreseeTraffic } from './plan/foresee-traffic.ts';
import type { PlannedRun } from './plan/plan-run.ts';

/** Callbacks for code that observes a run, and a signal that ends the run. */
export interface Followers extends Pick<CheckInput, 'interrupt' | 'waits' | 'callWords' | 'onResult'> {
  /** The --start command, if it is already running. */
  begun?: Begun | undefined;
  /** Called with lines for the user before and during the run: the plan, and then what the run is waiting for. */
  onNotice?(lines: string): void;
  /** Called before the first request, with the cases that the deployment has to pass. */
  onPlan?(claimed: readonly PlannedCase[]): void;
  /** Called with the result as soon as it is known. A deployment that was started for the run may not have ended yet. */
  onChecked?(checked: Checked): void;
}

/**
 * Runs a plan against the deployment that the plan's options name.
 * @throws UsageError if an option is wrong
 * @throws NothingProven if the deployment cannot be checked
 */
export async function checkPlanned(run: PlannedRun, followers: Followers): Promise<Checked> {
  const { options, ids } = run;
  const { interrupt, onNotice = () => undefined } = followers;
  const known = options.knownFailures === undefined ? undefined : readKnownFailures(options.knownFailures);
  const putBack = clearFolder(run);
  const strays = hearStrays();
  try {
    const deployment = await openDeployment(options, interrupt, run.contract, followers.begun);
    // Ctrl-C ends the deployment immediately, while the report is still being written.
    const stop = (): void => void deployment.stop(true);
    const clean = cleanerFor({ TOKEN: deployment.token, OTHER_TOKEN: deployment.otherToken }, secretsOf(options.connection));
    interrupt.addEventListener('abort', stop, { once: true });
    try {
      const foresight = foresee(run, await adapterOf(deployment), deployment.otherToken !== undefined);
      onNotice(describePlan(run.planned, foresight, options.rate));
      followers.onPlan?.(foresight.claimed);
      if (options.connection.proxies && !isHere(deployment.baseUrl) && !takesProxies())
        onNotice(`Node.js ${process.version} ignores HTTP_PROXY and HTTPS_PROXY. Node.js 22.21, 24.5 and newer use them.\n`);
      const today = new Date().toISOString().slice(0, 10);
      let toldHold = false;
      const checked = await checkDeployment({
        ...{ ...run, ...followers, deployment, strays },
        onLimits: (policy) => onNotice(clean(describeLimits(policy, foresight.requests))),
        onHold: (wait, creates) => {
          const said = toldHold ? '' : describeHold(wait, creates, foresight.requests);
          toldHold ||= said !== '';
          onNotice(said);
        },
        onRenewed: (requests) =>
          onNotice(`The deployment stopped accepting the token after ${requests} requests, so the suite renewed it.\n`),
        onNoCopy: (why) => onNotice(clean(`The run takes longer, because no copy of the server was started: ${why}\n`)),
        onLatency: (milliseconds) => onNotice(describeLatency(milliseconds, foresight, options)),
        annotate: (report) => (known ? judgeKnownFailures(report, known, ids, today) : report),
      });
      followers.onChecked?.(checked);
      return checked;
    } catch (error) {
      // The message may contain text from the deployment, and that text may include a token.
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

/** Returns the exit code of a run: the report's, or 2 if something other than a case prevents the run from passing. */
export function exitOf({ report, unwritten, unproven }: Checked, ofReport = exitCode(report)): number {
  return ofReport || (unwritten === undefined && unproven === undefined ? 0 : 2);
}

/** Estimates the number of requests of a run with this adapter, with or without a second account. */
export function foresee({ options, planned, features }: PlannedRun, adapter: Adapter, other: boolean): Foresight {
  const { callbackWait } = options;
  return foreseeTraffic({ planned, features: new Set(features), adapter, other, listening: willListen(options), callbackWait });
}

/** Deletes earlier reports. Returns a function to call if the run proves nothing: with --failed, it restores `report.json`. */
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
 * @throws UsageError that says which entry is wrong, and how
 */
function readKnownFailures(file: string): KnownFailure[] {
  const stop = (problem: string): never => {
    throw new UsageError(`--known-failures ${file}: ${problem}`);
  };
  let entries: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    // A file that contains only comments, because its last entry was removed, counts as an empty list.
    entries = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)) ? [] : load(text);
  } catch (error) {
    return stop(`${describeUnread(error as Error).split('\n')[0]}.`);
  }
  if (!Array.isArray(entries)) return stop('it must be a list of entries, each with case, reason and until.');
  const seen = new Set<string>();
  return entries.map((entry: unknown, index) => {
    const where = `entry ${index + 1}`;
    if (typeof entry !== 'object' || entry === null) return stop(`${where} must be an object with case, reason and until.`);
    const { case: id, reason, until, ...rest } = entry as Record<string, unknown>;
    const [more] = Object.keys(rest);
    if (more !== undefined) return stop(`${where} has "${more}"; an entry has only case, reason and until.`);
    if (typeof id !== 'string' || id === '') return stop(`${where} has no case: add the id of a case.`);
    if (seen.has(id)) return stop(`${id} stands twice.`);
    seen.add(id);
    if (typeof reason !== 'string' || reason.trim() === '') return stop(`${id} lacks reason.`);
    if (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until)))
      return stop(`${id} has no until: add the last day on which it may still fail, such as 2030-01-31.`);
    return { case: id, reason, until };
  });
}

/** A failure that is tolerated up to and including the day `until`, which is YYYY-MM-DD. */
interface KnownFailure {
  case: string;
  reason: string;
  until: string;
}

/**
 * Marks known failures in a report, and adds to the report the mistakes in the list of known failures.
 * @param known ids of all cases, to recognize entries for cases that were not selected
 * @param today YYYY-MM-DD
 */
function judgeKnownFailures(report: Report, entries: KnownFailure[], known: ReadonlySet<string>, today: string): Report {
  const problems: string[] = [];
  const results = report.results.map((result): CaseResult => {
    const entry = entries.find(({ case: id }) => id === result.id);
    if (entry === undefined) return result;
    const { case: id, reason, until } = entry;
    const listed = `${id} is on the list of known failures, but is`;
    if (result.verdict === 'pass') problems.push(`${id} passes now: remove it from the list of known failures.`);
    else if (result.verdict === 'warn') problems.push(`${listed} only a warning: run with --strict, or remove it from the list.`);
    else if (result.verdict !== 'fail') problems.push(`${listed} ${result.verdict}.`);
    else if (today > until) problems.push(`${id} was to be fixed by ${until}, and still fails.`);
    else return { ...result, known: { reason, until } };
    return result;
  });
  for (const { case: id } of entries)
    if (!known.has(id)) problems.push(`${id} is on the list of known failures, but no case has this id.`);
  return { ...report, results, knownFailures: { problems }, reasons: [...report.reasons, ...problems] };
}
