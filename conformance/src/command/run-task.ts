import type { Adapter } from '../adapter/adapter.ts';
import { loadAdapter } from '../adapter/load-adapter.ts';
import type { PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { planCases } from '../engine/plan-cases.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { renderConsole } from '../report/console/render-console.ts';
import { judgeKnownFailures } from '../report/judge-known-failures.ts';
import { renderAnnotations } from '../report/render-annotations.ts';
import { exitCode, type Report } from '../report/report.ts';
import { type Checked, checkDeployment } from './check-deployment.ts';
import { willListen } from './deployment/choose-listener.ts';
import { openDeployment, readAdapter } from './deployment/open-deployment.ts';
import { hearStrays } from './hear-strays.ts';
import { judgeFile } from './judge-file.ts';
import { claimedFeatures } from './options/claimed-features.ts';
import type { Options } from './options/parse-options.ts';
import { prepareFolder } from './options/prepare-folder.ts';
import { readContractFile } from './options/read-contract-file.ts';
import { readKnownFailures } from './options/read-known-failures.ts';
import { UsageError } from './options/usage-error.ts';
import { describeDryRun, describeHold, describeLatency, describeLimits, describePlan } from './plan/describe-plan.ts';
import { type Foresight, foreseeTraffic, onlyClaimed } from './plan/foresee-traffic.ts';
import { printDebts } from './plan/print-debts.ts';
import { judgeReplay, type Replay, readReplay } from './replay-report.ts';
import { showProgress } from './show-progress.ts';
import type { Surroundings } from './surroundings.ts';
import { untilInterrupted } from './until-interrupted.ts';

interface Task {
  contract: Contract;
  options: Options;
  planned: PlannedCase[];
  features: string[];
  args: string[];
}

/** Plans what the options select. The whole run again, where a case failed that judges all of its responses. */
function planTask(contract: Contract, options: Options, replayed: CaseResult[] | undefined): PlannedCase[] {
  const planned = planSelected(contract, options, replayed !== undefined);
  return replayed !== undefined && planned.some(({ judgesRecord }) => judgesRecord) ? planCases(contract) : planned;
}

/**
 * Lists, plans, checks or replays, as the options say, and returns the exit code.
 * @throws UsageError, NothingProven
 */
export async function runTask(given: Options, args: string[], surroundings: Surroundings): Promise<number> {
  const { print } = surroundings;
  const replay = given.replay === undefined ? undefined : readReplay(given.replay, given);
  const options = replay?.options ?? given;
  const contract = readContractFile(options.contract);
  if (options.har !== undefined)
    return judgeFile(contract, claimedFeatures(contract, options), options.har, options, args, surroundings);
  if (options.checkPlan) return printDebts(contract, options.json, print);
  const planned = planTask(contract, options, replay?.failures);
  if (options.list) {
    const held = options.saysClaims ? onlyClaimed(planned, new Set(claimedFeatures(contract, options))) : planned;
    print(listCases(held, options.json));
    return 0;
  }
  const task = { contract, options, planned, features: claimedFeatures(contract, options), args };
  if (options.dryRun) {
    const adapter = await untilInterrupted(surroundings.interrupt, readAdapter(options));
    if (adapter === undefined) throw new NothingProven('The adapter was still being loaded when the run was ended.');
    print(
      describeDryRun(
        planned,
        foresee(task, adapter, (options.otherToken ?? options.environment.otherToken) !== undefined),
        options.rate,
      ),
    );
    return 0;
  }
  return check(task, surroundings, (checked) => printResults(checked, options, replay, surroundings));
}

/** Prints the results of a run, and returns the exit code. */
function printResults(
  { report, page, unwritten, unproven }: Checked,
  options: Options,
  replay: Replay | undefined,
  surroundings: Surroundings,
): number {
  const { print } = surroundings;
  const colour = surroundings.printsToTerminal === true && !options.noColour;
  const shown = { colour, all: options.all, ...(page !== undefined && { page }) };
  const judged = replay
    ? judgeReplay(replay.failures, report.results)
    : { text: renderConsole(report, shown), exit: exitCode(report) };
  print(judged.text);
  if (!replay && surroundings.environment.GITHUB_ACTIONS === 'true') print(renderAnnotations(report));
  if (!replay && page !== undefined) print(`Report: ${page}\n`);
  // The console report has it among its reasons.
  if (replay && unproven !== undefined) print(`${unproven}\n`);
  if (unwritten !== undefined) print(`${unwritten}\n`);
  return judged.exit || (unwritten === undefined && unproven === undefined ? 0 : 2);
}

/** Checks the deployment. The results are printed before anybody waits for what was started to end. */
async function check(task: Task, surroundings: Surroundings, conclude: (checked: Checked) => number): Promise<number> {
  const { print, terminal, interrupt } = surroundings;
  const { contract, options, planned } = task;
  const known = options.knownFailures === undefined ? undefined : readKnownFailures(options.knownFailures);
  if (options.out !== undefined) prepareFolder(options.out);
  const strays = hearStrays();
  const deployment = await openDeployment(options, interrupt);
  // It ends while the report is written: whoever pressed Ctrl-C waits for the longer of the two only.
  interrupt.addEventListener('abort', () => void deployment.stop(true), { once: true });
  try {
    const adapter = await loadAdapter(deployment.adapter);
    const foresight = foresee(task, adapter, deployment.otherToken !== undefined);
    print(describePlan(planned, foresight, options.rate));
    const claimed = new Set(foresight.claimed.map(({ id }) => id));
    const progress = showProgress(terminal, claimed.size);
    // Cases that end later, because they were under way, write nothing more.
    interrupt.addEventListener('abort', () => progress.end(), { once: true });
    const ids = new Set(planCases(contract).map(({ id }) => id));
    const today = new Date().toISOString().slice(0, 10);
    let toldHold = false;
    const checked = checkDeployment({
      ...task,
      deployment,
      strays,
      interrupt,
      onLimits: (policy) => print(describeLimits(policy, foresight.requests)),
      onHold: (wait, creates) => {
        const said = toldHold ? '' : describeHold(wait, creates, foresight.requests);
        if (said === '') return;
        toldHold = true;
        progress.clear();
        print(said);
      },
      onLatency: (milliseconds) => print(describeLatency(milliseconds, foresight.requests, options)),
      ...(surroundings.callWords !== undefined && { callWords: surroundings.callWords }),
      onResult: ({ id }) => {
        if (claimed.has(id)) progress.step();
      },
      ...(known && { annotate: (report: Report) => judgeKnownFailures(report, known, ids, today) }),
    });
    return conclude(await checked.finally(() => progress.end()));
  } finally {
    await deployment.stop(interrupt.aborted);
    strays.stop();
  }
}

function foresee({ options, planned, features }: Task, adapter: Adapter, other: boolean): Foresight {
  const { callbackWait } = options;
  return foreseeTraffic({ planned, features: new Set(features), adapter, other, listening: willListen(options), callbackWait });
}

/** @param replayed true for the cases of a report; the judgement of the replay names one that no longer exists */
function planSelected(contract: Contract, { cases, operations }: Options, replayed: boolean): PlannedCase[] {
  // Each name by itself: beside a right one, a mistyped name would go unnoticed.
  for (const name of replayed ? [] : (cases ?? []))
    if (planCases(contract, { case: [name] }).length === 0)
      throw new UsageError(`No case is "${name}" or begins with it: --list shows the cases there are.`);
  for (const name of operations ?? [])
    if (!contract.operations.some(({ id, slug }) => [id, slug].includes(name)))
      throw new UsageError(
        `The contract has no operation "${name}". Operations: ${contract.operations.map(({ slug }) => slug).join(', ')}.`,
      );
  const planned = planCases(contract, { ...(cases && { case: cases }), ...(operations && { operation: operations }) });
  if (planned.length === 0) throw new UsageError('No case is selected: --list shows the cases there are.');
  return planned;
}

function listCases(planned: PlannedCase[], json: boolean): string {
  if (json) return `${JSON.stringify(planned.map(({ run: _run, ...rest }) => rest))}\n`;
  const lines = planned.map(({ id, level, support, title, file }) => `${id}  [${support} ${level}]  ${title}  (${file})`);
  return `${[...lines, `${planned.length} cases`].join('\n')}\n`;
}
