import { randomBytes, randomInt } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import type { PlannedCase } from '../engine/case.ts';
import { runSuite } from '../engine/run-suite.ts';
import type { CaseResult } from '../engine/verdict.ts';
import { buildReport } from '../report/build-report.ts';
import { findPackage } from '../report/find-package.ts';
import type { Report } from '../report/report.ts';
import { writeReports } from '../report/write-reports.ts';
import { findBaseline } from '../subject/find-baseline.ts';
import type { Recorded } from '../subject/recorder.ts';
import type { Deployment } from './open-deployment.ts';
import type { Options } from './parse-options.ts';
import { reproduceCommand } from './reproduce-command.ts';

/** A run of the suite that is over, or was ended. */
export interface Checked {
  report: Report;
  recorded: Recorded[];
  /** The page that was written. */
  page: string;
}

/** What a run is told beside its options. */
export interface CheckInput {
  contract: Contract;
  options: Options;
  planned: PlannedCase[];
  features: string[];
  args: string[];
  deployment: Deployment;
  /** Called as each case ends. */
  onResult?(result: CaseResult): void;
  /** Ends the run early; what was found until then is reported. */
  interrupt?: AbortSignal;
}

/** Finds what the deployment accepts, runs the cases and writes the reports. */
export async function checkDeployment(input: CheckInput): Promise<Checked> {
  const { contract, options, planned, features, args, deployment, onResult, interrupt } = input;
  const { baseUrl, token, otherToken, adapter } = deployment;
  const { amount, timeout, maxWait, rate } = options;
  const runId = randomBytes(4).toString('hex');
  const { name, version } = findPackage();
  const userAgent = `${name.replace(/^@/, '')}/${version} (run ${runId})`;
  const seed = options.seed ?? randomInt(2 ** 31);
  const startedAt = new Date();
  const tags = options.cashTag === undefined ? ['$coffeeshop', 'coffeeshop'] : [options.cashTag];
  const asked = { baseUrl, token, timeout, maxWait, amount, cashTag: '', seed, userAgent };
  const { settings, baseline } = await findBaseline(
    contract,
    { ...asked, ...(otherToken !== undefined && { otherToken }) },
    tags,
  );

  const recorded: Recorded[] = [{ scope: 'baseline', index: 0, exchange: baseline }];
  const results: CaseResult[] = [];
  const suite = {
    settings,
    adapter,
    features,
    strict: options.strict,
    cases: planned.map(({ id }) => id),
    baseline,
    ...(rate !== undefined && { rate }),
  };
  const conclude = (ended: Report['ended']): Checked => {
    const run = { runId, subject: baseUrl, profile: options.profile, features, strict: options.strict, seed, startedAt };
    const operations = options.operations && { operations: slugsOf(contract, options.operations) };
    const reproduce = reproduceCommand(args, deployment.started === undefined ? { baseUrl } : { start: deployment.started });
    const report = buildReport(contract, { ...run, ...operations, reproduce, planned, results, recorded, ended });
    const tokens = { TOKEN: token, OTHER_TOKEN: otherToken };
    return { report, recorded, page: writeReports(options.out, report, recorded, tokens, userAgent) };
  };

  const interrupted = new Promise<'interrupted'>((resolve) => {
    interrupt?.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });
  const running = runSuite(suite, options.concurrency, (result, since) => {
    results.push(result);
    recorded.push(...since);
    onResult?.(result);
  });
  return conclude((await Promise.race([running, interrupted])) === 'interrupted' ? 'interrupted' : 'complete');
}

function slugsOf(contract: Contract, names: string[]): string[] {
  return contract.operations.filter(({ id, slug }) => names.includes(id) || names.includes(slug)).map(({ slug }) => slug);
}
