import { randomBytes, randomInt } from 'node:crypto';
import type { Adapter } from '../adapter/adapter.ts';
import { askAdapter } from '../adapter/ask-adapter.ts';
import { loadAdapter } from '../adapter/load-adapter.ts';
import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { runSuite } from '../engine/run-suite.ts';
import { responseHeader } from '../http/exchange.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { buildReport } from '../report/build-report.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { findPackage } from '../report/find-package.ts';
import { sayBeside } from '../report/judge-run.ts';
import type { Report } from '../report/report.ts';
import { addScripts } from '../report/reproduce/add-scripts.ts';
import { type Written, writeReports } from '../report/write-reports.ts';
import { checkItself } from '../self-check/self-check.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import { findGone } from '../subject/find-gone.ts';
import type { SubjectSettings } from '../subject/subject.ts';
import { showUnseen } from '../text/encode-output.ts';
import type { Recorded } from '../wire/recorder.ts';
import { chooseListener } from './deployment/choose-listener.ts';
import type { Deployment } from './deployment/open-deployment.ts';
import { payWords } from './deployment/pay-words.ts';
import type { Strays } from './hear-strays.ts';
import type { Options } from './options/parse-options.ts';
import { reproduceCommand } from './options/reproduce-command.ts';
import { ofFailed } from './plan/read-failed.ts';
import { untilInterrupted } from './until-interrupted.ts';

export interface CheckInput {
  contract: Contract;
  options: Options;
  planned: PlannedCase[];
  features: string[];
  args: string[];
  /** The words that call the command where the reader stands. */
  callWords?: string;
  deployment: Deployment;
  /** Errors that were thrown in this process where nobody waits for them. */
  strays: Strays;
  /** Ends the run early; the results so far are reported. */
  interrupt: AbortSignal;
  /** Called with the RateLimit-Policy of a deployment whose limits stay on. */
  onLimits?(policy: string): void;
  /** Called each time the deployment makes all requests wait, with the number of creates that it has responded to. */
  onHold?(milliseconds: number, creates: number): void;
  /** Called with the milliseconds that the deployment took for the first request that it accepted. */
  onLatency?(milliseconds: number): void;
  /** Called as each case ends. */
  onResult?(result: CaseResult): void;
  /** Adds to the report before it is written. */
  annotate?(report: Report): Report;
}

/** The result of a run: its report, and the page to open or why there is none. */
export interface Checked extends Written {
  report: Report;
  /** Set if something beside the cases keeps the run from passing. */
  unproven?: string;
}

/** Adds what a server that was started here wrote of its failure. @throws the error */
function addLog(error: unknown, { written }: Deployment): never {
  if (!(error instanceof NothingProven) || error.failed === undefined || !written) throw error;
  const { failed } = error;
  const lines = written();
  const own = lines.filter((line) => failed !== '' && line.includes(failed));
  const shown = own.length > 0 ? own.slice(0, 1) : lines.slice(-3);
  if (shown.length > 0) error.message += `\nIt wrote: ${shown.map(showUnseen).join('\n          ')}`;
  throw error;
}

/** Finds a request that the deployment accepts, runs the cases and writes the reports. */
export async function checkDeployment(input: CheckInput): Promise<Checked> {
  const { contract, options, planned, features, args, deployment, strays, interrupt } = input;
  const { baseUrl, token, otherToken } = deployment;
  const { amount, timeout, maxWait, rate, strict, profile, concurrency, noSandbox } = options;
  const runId = randomBytes(4).toString('hex');
  const { name, version } = findPackage();
  const userAgent = `${name.replace(/^@/, '')}/${version} (run ${runId})`;
  const seed = options.seed ?? randomInt(2 ** 31);
  const startedAt = new Date();

  const tags = options.cashTag === undefined ? ['$coffeeshop', 'coffeeshop'] : [options.cashTag];
  const asked = { baseUrl, token, timeout, maxWait, amount, cashTag: '', seed, userAgent, noSandbox };
  const other = otherToken === undefined ? {} : { otherToken };
  const callbacks = await chooseListener(options, deployment);
  const finding = findBaseline(contract, { ...asked, ...other }, tags).catch((error: unknown) => addLog(error, deployment));
  const found = await untilInterrupted(interrupt, finding);
  if (found === undefined)
    throw new NothingProven('The run was ended before anything was checked: start it again for a verdict.');
  const { settings, baseline } = found;

  const clean = cleanerFor({ TOKEN: token, OTHER_TOKEN: otherToken });
  const recorded: Recorded[] = [{ scope: 'baseline', index: 0, exchange: baseline }];
  const results: CaseResult[] = [];
  const adapter = await loadAdapter(deployment.adapter);
  const policy = baseline.answer && responseHeader(baseline.answer, 'ratelimit-policy');
  const left = policy && (await limitsLeft(contract, policy, adapter, settings, interrupt));
  if (left !== undefined) input.onLimits?.(left);
  input.onLatency?.(baseline.milliseconds);
  const stop = new AbortController();
  if (interrupt.aborted) stop.abort();
  interrupt.addEventListener('abort', () => stop.abort(), { once: true });
  const suite = {
    ...{ stop: stop.signal, contract, planned, settings, adapter, features, strict, baseline },
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
    ...(callbacks && { callbacks }),
    ...(left === undefined && input.onHold && { onHold: input.onHold }),
  };
  const running = runSuite(suite, (result, since) => {
    // What was under way when the run was ended tells of that end.
    if (stop.signal.aborted) return;
    results.push(result);
    recorded.push(...since);
    input.onResult?.(clean(result));
    if (options.bail && result.verdict === 'fail') stop.abort();
  });
  const ended = (await untilInterrupted(stop.signal, running)) ? 'complete' : 'interrupted';

  const untold = results.some(({ verdict }) => verdict === 'inconclusive');
  const looking = ended === 'complete' && untold ? findGone(contract, settings, baseline) : undefined;
  const gone = looking && (await untilInterrupted(interrupt, looking));
  const run = {
    ...{ runId, subject: baseUrl, profile, features, strict, seed, startedAt, planned, results, recorded },
    ended,
    bailed: stop.signal.aborted && !interrupt.aborted,
  } as const;
  const operations = options.operations && { operations: slugsOf(contract, options.operations) };
  const { cases = [], operations: named = [], requirements = [], ids = [], failed } = options;
  const chosen = [...cases, ...named, ...requirements, ...(failed ? [ofFailed] : ids)];
  const started = deployment.started === undefined ? { baseUrl } : { start: deployment.started };
  const reproduce = reproduceCommand(args, started, input.callWords);
  const beside = { ...(gone !== undefined && { gone }), ...(strays.first !== undefined && { stray: strays.first }) };
  const built = buildReport(contract, {
    ...run,
    ...operations,
    ...(chosen.length > 0 && { selected: chosen }),
    ...beside,
    reproduce,
  });
  const unproven = sayBeside(beside)[0];
  const scripted = addScripts(built, recorded, payWords(options, deployment));
  const report = input.annotate?.(scripted) ?? scripted;
  if (options.selfCheck && ended === 'complete') {
    const clock = adapter.advanceTime !== undefined;
    const checking = checkItself({ ...run, contract, features: new Set(features), settings, baseline, clock });
    const selfCheck = await untilInterrupted(interrupt, checking);
    if (selfCheck) report.selfCheck = selfCheck;
    else report.reasons.push('The self-check was ended.');
  }
  const shown = clean(report);
  const checked: Checked = { report: shown, ...(unproven !== undefined && { unproven }) };
  if (options.out === undefined) return checked;
  const sent = recorded.filter(({ exchange }) => exchange !== undefined);
  return { ...checked, ...writeReports(options.out, shown, clean(sent), userAgent) };
}

/** Turns the limits off where the adapter can, and returns the policy of those that are still on. */
async function limitsLeft(
  contract: Contract,
  policy: string,
  adapter: Adapter,
  settings: SubjectSettings,
  interrupt: AbortSignal,
): Promise<string | undefined> {
  if (!(await turnLimitsOff(adapter, settings, interrupt))) return policy;
  const again = await untilInterrupted(interrupt, findBaseline(contract, settings, [settings.cashTag]));
  const response = again?.baseline.answer;
  return response && responseHeader(response, 'ratelimit-policy');
}

/** Turns the rate limits off for the run, where the adapter can; cases turn them on for themselves. */
async function turnLimitsOff(adapter: Adapter, settings: SubjectSettings, interrupt: AbortSignal): Promise<boolean> {
  const { limitRates } = adapter;
  if (limitRates === undefined) return false;
  const asking = askAdapter('limitRates', async () => limitRates.call(adapter, false, settings)).then(() => true);
  // The cases that need it say what is wrong with it.
  const asked = asking.catch(() => false);
  return (await untilInterrupted(interrupt, asked)) ?? false;
}

function slugsOf(contract: Contract, names: string[]): string[] {
  return contract.operations.filter(({ id, slug }) => names.includes(id) || names.includes(slug)).map(({ slug }) => slug);
}
