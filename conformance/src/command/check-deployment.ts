import { randomBytes, randomInt } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import type { PlannedCase } from '../engine/case.ts';
import { runSuite } from '../engine/run-suite.ts';
import type { CaseResult } from '../engine/verdict.ts';
import { buildReport } from '../report/build-report.ts';
import { findPackage } from '../report/find-package.ts';
import type { Report } from '../report/report.ts';
import { ReportNotWritten, writeReports } from '../report/write-reports.ts';
import { checkItself } from '../self-check/self-check.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import { findGone } from '../subject/find-gone.ts';
import { loadAdapter } from '../subject/load-adapter.ts';
import { NothingProven } from '../subject/nothing-proven.ts';
import type { Recorded } from '../subject/recorder.ts';
import { chooseListener } from './choose-listener.ts';
import type { Deployment } from './open-deployment.ts';
import type { Options } from './parse-options.ts';
import { reproduceCommand } from './reproduce-command.ts';

/** What a run is told. */
export interface CheckInput {
  contract: Contract;
  options: Options;
  planned: PlannedCase[];
  features: string[];
  args: string[];
  deployment: Deployment;
  /** Ends the run early; what was found until then is reported. */
  interrupt: AbortSignal;
  /** Called as each case ends. */
  onResult?(result: CaseResult): void;
  /** What is said about the report before it is written. */
  annotate?(report: Report): Report;
}

/** What a run gave: what was found, and the page to open or why there is none. */
export interface Checked {
  report: Report;
  page?: string;
  unwritten?: string;
}

/** Finds what the deployment accepts, runs the cases and writes the reports. */
export async function checkDeployment(input: CheckInput): Promise<Checked> {
  const { contract, options, planned, features, args, deployment, interrupt, onResult, annotate } = input;
  const { baseUrl, token, otherToken } = deployment;
  const { amount, timeout, maxWait, rate, strict, profile, concurrency } = options;
  const runId = randomBytes(4).toString('hex');
  const { name, version } = findPackage();
  const userAgent = `${name.replace(/^@/, '')}/${version} (run ${runId})`;
  const seed = options.seed ?? randomInt(2 ** 31);
  const startedAt = new Date();
  const interrupted = new Promise<undefined>((resolve) => {
    // A signal that is given already tells its listeners nothing.
    if (interrupt.aborted) resolve(undefined);
    interrupt.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  const tags = options.cashTag === undefined ? ['$coffeeshop', 'coffeeshop'] : [options.cashTag];
  const asked = { baseUrl, token, timeout, maxWait, amount, cashTag: '', seed, userAgent };
  const other = otherToken === undefined ? {} : { otherToken };
  const found = await Promise.race([findBaseline(contract, { ...asked, ...other }, tags), interrupted]);
  if (found === undefined) throw new NothingProven('The run was ended before anything was checked.');
  const { settings, baseline } = found;

  const recorded: Recorded[] = [{ scope: 'baseline', index: 0, exchange: baseline }];
  const results: CaseResult[] = [];
  const adapter = await loadAdapter(deployment.adapter);
  const callbacks = await chooseListener(options, deployment);
  const suite = {
    ...{ contract, planned, settings, adapter, features, strict, concurrency, baseline },
    ...(rate !== undefined && { rate }),
    ...(callbacks && { callbacks }),
  };
  // What an adapter throws where nobody waits for it would end the process, and look like a verdict.
  const strays: unknown[] = [];
  const keep = (error: unknown): unknown => strays.push(error);
  process.on('uncaughtException', keep);
  const running = runSuite(suite, (result, since) => {
    results.push(result);
    recorded.push(...since);
    onResult?.(result);
  });
  const ended = (await Promise.race([running, interrupted])) ? 'complete' : 'interrupted';
  process.off('uncaughtException', keep);

  const untold = results.some(({ verdict }) => verdict === 'inconclusive');
  const gone = ended === 'complete' && untold ? await findGone(contract, settings, baseline) : undefined;
  const run = { runId, subject: baseUrl, profile, features, strict, seed, startedAt, planned, results, recorded, ended } as const;
  const operations = options.operations && { operations: slugsOf(contract, options.operations) };
  const reproduce = reproduceCommand(args, deployment.started === undefined ? { baseUrl } : { start: deployment.started });
  const stray = strays.length > 0 && { stray: describeStray(strays[0]) };
  const built = buildReport(contract, { ...run, ...operations, ...(gone !== undefined && { gone }), ...stray, reproduce });
  const report = annotate?.(built) ?? built;
  if (options.selfCheck && ended === 'complete') {
    const clock = adapter.advanceTime !== undefined;
    report.selfCheck = await checkItself({ ...run, contract, features: new Set(features), settings, baseline, clock });
  }
  if (options.out === undefined) return { report };
  try {
    return { report, page: writeReports(options.out, report, recorded, { TOKEN: token, OTHER_TOKEN: otherToken }, userAgent) };
  } catch (error) {
    // What was found is printed all the same.
    if (error instanceof ReportNotWritten) return { report, unwritten: error.message };
    throw error;
  }
}

function describeStray(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join('') : String(error);
}

function slugsOf(contract: Contract, names: string[]): string[] {
  return contract.operations.filter(({ id, slug }) => names.includes(id) || names.includes(slug)).map(({ slug }) => slug);
}
