import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadContract } from '../../conformance/payments/load-contract.ts';
import { checkDeployment } from '../../conformance/src/command/check-deployment.ts';
import { type Started, startCommand } from '../../conformance/src/command/deployment/start-command.ts';
import type { Strays } from '../../conformance/src/command/hear-strays.ts';
import { parseOptions } from '../../conformance/src/command/options/parse-options.ts';
import { claimedFeatures } from '../../conformance/src/command/options/read-claims.ts';
import { listStatements } from '../../conformance/src/engine/list-statements.ts';
import { planCases } from '../../conformance/src/engine/plan-cases.ts';
import { NothingProven } from '../../conformance/src/outcome/nothing-proven.ts';
import { exitCode } from '../../conformance/src/report/report.ts';
import type { Mutant } from './mutant.ts';

/** The outcome of running a mutant. */
export interface Outcome {
  /**
   * caught: the run failed, or proved nothing. dead: the server did not start. late: the run did not end. survived: the run
   * passed.
   */
  verdict: 'caught' | 'dead' | 'late' | 'survived';
  /** Ids of the cases that failed before the run ended. */
  failed: string[];
  /** Why the run did not pass although no case failed. */
  said?: string;
}

/**
 * The result of one run. `isOfRecord` is true if one of the failed cases judges the exchanges of all other cases. Such a case
 * cannot be repeated on its own, so its first failure counts.
 */
type Run = Outcome & { isOfRecord?: boolean };

/** Milliseconds after which a run counts as endless: about ten times the normal length. */
const atMost = 180_000;

/**
 * Runs the suite against the reference server, with or without a change; returns undefined if interrupted. A mutant counts as
 * caught when a case fails twice, the second time on its own: a case that measures time can fail because the machine is busy.
 */
export async function tryMutant(root: string, mutant: Mutant | undefined, interrupt: AbortSignal): Promise<Outcome | undefined> {
  const doubted = new Set<string>();
  for (;;) {
    const { isOfRecord, ...outcome } = await runInTime(root, mutant, ({ id }) => !doubted.has(id), interrupt);
    if (interrupt.aborted) return undefined;
    if (outcome.failed.length === 0 || isOfRecord || mutant === undefined) return outcome;
    const again = await runInTime(root, mutant, ({ id }) => outcome.failed.includes(id), interrupt);
    if (interrupt.aborted) return undefined;
    if (again.failed.length > 0) return { ...outcome, failed: again.failed };
    for (const id of outcome.failed) doubted.add(id);
  }
}

async function runInTime(
  root: string,
  mutant: Mutant | undefined,
  picks: (one: { id: string }) => boolean,
  interrupt: AbortSignal,
): Promise<Run> {
  const ending = AbortSignal.any([interrupt, AbortSignal.timeout(atMost)]);
  const run = await runOnce(root, mutant, picks, ending);
  return ending.aborted ? { verdict: 'late', failed: run.failed } : run;
}

async function runOnce(
  root: string,
  mutant: Mutant | undefined,
  picks: (one: { id: string }) => boolean,
  ending: AbortSignal,
): Promise<Run> {
  const starting = startReferenceServer({ root, mutant }, ending);
  const server = await starting.catch((error: Error) => error.message.slice(0, 1000));
  if (typeof server === 'string') return { verdict: 'dead', failed: [], said: server };
  try {
    const { passed, failed, isOfRecord, reasons } = await runSuiteAgainst(server, { bail: true, picks, interrupt: ending });
    if (passed) return { verdict: 'survived', failed: [] };
    return { verdict: 'caught', failed, isOfRecord, ...(failed.length === 0 && { said: reasons.join(' ') }) };
  } catch (error) {
    if (!(error instanceof NothingProven)) throw error;
    return { verdict: 'caught', failed: [], said: error.message };
  } finally {
    await server.stop(true);
  }
}

/** The suite's arguments: every feature, every case and a fixed seed, so that every run makes the same tests. */
const args = ['--start', 'npm run prove -- mutants', '--profile', 'full', '--strict', '--seed', '1', '--callback-wait', '30'];

/**
 * Turns off the reporting of uncaught errors. Many runs share this process, so an uncaught error may come from an earlier run.
 */
const noStrays: Strays = { first: undefined, stop: () => undefined };

export interface SuiteRun {
  passed: boolean;
  /** Ids of the cases that failed. */
  failed: string[];
  /** True if one of the failed cases judges the exchanges of all other cases. */
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
    // `started` says that this run has started the server. The suite then expects the server's callbacks to arrive.
    deployment: { ...server, adapter: { module: 'sandbox' }, started: 'npm run prove -- mutants' },
    strays: noStrays,
  });
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const isOfRecord = planned.some(({ id, judgesRecord }) => judgesRecord && failed.includes(id));
  return { passed: exitCode(report) === 0, failed, isOfRecord, reasons: report.reasons };
}

/** The time limit for a start, in milliseconds. It allows for a busy machine. */
const startAtMost = 30_000;

/** Starts the reference server as a separate sandbox, with a change if one is given. @throws Error if it does not start */
export async function startReferenceServer(
  { root, mutant, environment = {} }: { root: string; mutant: Mutant | undefined; environment?: Record<string, string> },
  interrupt: AbortSignal,
): Promise<Started> {
  const data = mkdtempSync(join(tmpdir(), 'payment-invoice-mutant-'));
  const told = { ...environment, PORT: '0', DATA_DIR: data, ...(mutant && { MUTANT: describeFor(root, mutant) }) };
  const hook = mutant ? ['--import', join(import.meta.dirname, 'mutate-on-load.ts')] : [];
  const words = [process.execPath, ...hook, join(root, 'packages/server/bin/server.ts'), '--json'];
  const assignments = Object.entries(told).map(([name, value]) => `${name}=${quote(value)}`);
  const clear = (): void => rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  try {
    const started = await startCommand(`${assignments.join(' ')} exec ${words.map(quote).join(' ')}`, startAtMost, interrupt);
    return { ...started, stop: (inHaste) => started.stop(inHaste).finally(clear) };
  } catch (error) {
    clear();
    throw error;
  }
}

function describeFor(root: string, { file, start, end, replacement }: Mutant): string {
  return JSON.stringify({ url: pathToFileURL(join(root, file)).href, start, end, replacement });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
