import { checkDeployment } from '../../conformance/src/command/check-deployment.ts';
import type { Started } from '../../conformance/src/command/deployment/start-command.ts';
import type { Strays } from '../../conformance/src/command/hear-strays.ts';
import { claimedFeatures } from '../../conformance/src/command/options/claimed-features.ts';
import { parseOptions } from '../../conformance/src/command/options/parse-options.ts';
import { loadContract } from '../../conformance/src/contract/load-contract.ts';
import { listStatements } from '../../conformance/src/engine/list-statements.ts';
import { planCases } from '../../conformance/src/engine/plan-cases.ts';
import { exitCode } from '../../conformance/src/report/report.ts';

/** The suite's arguments: every feature, every case and a fixed seed, so that each run of the same mutant is the same. */
const args = ['--start', 'npm run prove -- mutants', '--profile', 'full', '--strict', '--seed', '1', '--callback-wait', '30'];

/**
 * Strays are errors that a run leaves behind. Many runs share this process, so a stray of an earlier run must not count
 * for this one.
 */
const noStrays: Strays = { first: undefined, stop: () => undefined };

export interface SuiteRun {
  /** True if the run passed. */
  passed: boolean;
  /** Ids of the cases that failed. */
  failed: string[];
  /** True if a failed case judges what the other cases recorded. */
  isOfRecord: boolean;
  reasons: string[];
}

/**
 * Runs the suite's full profile against a server. It runs in this process, because the suite's code is already compiled here.
 * @throws NothingProven when the server cannot be checked
 */
export async function runSuiteAgainst(
  server: Started,
  { bail, picks, interrupt }: { bail: boolean; picks(one: { id: string }): boolean; interrupt: AbortSignal },
): Promise<SuiteRun> {
  const contract = loadContract();
  const all = planCases(contract);
  const planned = all.filter(picks);
  const { out: _out, ...options } = parseOptions(bail ? [...args, '--bail'] : args, {});
  const { report } = await checkDeployment({
    ...{
      contract,
      options,
      args,
      interrupt,
      planned,
      statements: listStatements(contract, all),
      features: claimedFeatures(contract, options),
    },
    // Says that the server was started for this run, so that the suite expects its callbacks.
    deployment: { ...server, adapter: { module: 'sandbox' }, started: 'npm run prove -- mutants' },
    strays: noStrays,
  });
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const isOfRecord = planned.some(({ id, judgesRecord }) => judgesRecord && failed.includes(id));
  return { passed: exitCode(report) === 0, failed, isOfRecord, reasons: report.reasons };
}
