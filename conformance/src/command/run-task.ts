import { appendFileSync } from 'node:fs';
import type { PlannedCase } from '../case/case.ts';
import { Waits } from '../places/waits.ts';
import { renderConsole } from '../report/console/render-console.ts';
import { renderAnnotations, renderStepSummary } from '../report/render-for-github.ts';
import type { Report } from '../report/report.ts';
import type { Changes, Checked } from './check-deployment.ts';
import { checkPlanned, exitOf, foresee } from './check-planned.ts';
import { readAdapter } from './deployment/open-deployment.ts';
import { judgeFile } from './judge-file.ts';
import type { Options } from './options/parse-options.ts';
import { claimedFeatures, readContractFile } from './options/read-claims.ts';
import { describeDryRun } from './plan/describe-plan.ts';
import { onlyClaimed } from './plan/foresee-traffic.ts';
import { fitBase, type PlannedRun, planRun } from './plan/plan-run.ts';
import { printDebts } from './plan/print-debts.ts';
import { judgeReplay } from './replay-report.ts';
import { showProgress } from './show-progress.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Lists cases, checks the plan, runs it, or replays a report, depending on the options. Returns the exit code.
 * @throws UsageError if an option is wrong
 * @throws NothingProven if the deployment cannot be checked
 */
export async function runTask(given: Options, args: string[], surroundings: Surroundings): Promise<number> {
  const { print } = surroundings;
  if (given.har !== undefined) {
    const contract = readContractFile(given.contract);
    return judgeFile(contract, claimedFeatures(contract, given), given.har, fitBase(contract, given), args, surroundings);
  }
  if (given.checkPlan) return printDebts(readContractFile(given.contract), given.json, print);
  const run = planRun(given, args);
  const { options, planned, features } = run;
  if (options.list) {
    print(listCases(options.saysClaims ? onlyClaimed(planned, new Set(features)) : planned, options.json));
    return 0;
  }
  if (options.dryRun) {
    const adapter = await readAdapter(options, surroundings.interrupt);
    const other = (options.otherToken ?? options.environment.otherToken) !== undefined;
    print(describeDryRun(run.contract, planned, foresee(run, adapter, other), options.rate));
    return 0;
  }
  return check(run, surroundings);
}

/** Runs the plan, shows progress on a terminal, prints the results, and returns the exit code. */
async function check(run: PlannedRun, surroundings: Surroundings): Promise<number> {
  const { print, terminal, interrupt, callWords, environment, begun } = surroundings;
  const waits = new Waits();
  let progress: ReturnType<typeof showProgress> | undefined;
  const ticking = setInterval(() => progress?.tick(), 1000).unref();
  let claimed: ReadonlySet<string> = new Set();
  // After an interruption, cases that are still running must not print progress.
  interrupt.addEventListener('abort', () => progress?.end(), { once: true });
  let exit = 2;
  await checkPlanned(run, {
    ...{ waits, begun, interrupt, callWords },
    onNotice: (lines) => {
      if (lines !== '') progress?.clear();
      print(lines);
    },
    onPlan: (cases) => {
      claimed = new Set(cases.map(({ id }) => id));
      // A dumb terminal cannot erase a line, so it gets no progress.
      progress = environment.TERM === 'dumb' ? undefined : showProgress(terminal, claimed.size, undefined, waits);
    },
    onResult: ({ id }) => {
      if (claimed.has(id)) progress?.step();
    },
    onChecked: (checked) => {
      progress?.end();
      exit = printResults(checked, run, surroundings);
    },
  }).finally(() => {
    clearInterval(ticking);
    progress?.end();
  });
  return exit;
}

function printResults(checked: Checked, { options, replay }: PlannedRun, surroundings: Surroundings): number {
  const { report, page, unwritten, unproven } = checked;
  const { print } = surroundings;
  const colour = surroundings.printsToTerminal === true && !options.noColour;
  const judged = replay && judgeReplay(replay.failures, report.results);
  if (judged) {
    print(judged.text);
    // After a replay, the report is not printed, so its sentence on why nothing is proven is printed here.
    if (unproven !== undefined) print(`${unproven}\n`);
  } else {
    print(renderConsole(report, { colour, all: options.all, page }));
    surroundings.tellRunner?.(renderAnnotations(report));
    if (surroundings.tellRunner) writeSummary(report, surroundings);
    if (page !== undefined) print(`Report: ${page}\n`);
  }
  if (unwritten !== undefined) print(`${unwritten}\n`);
  if (checked.changes) print(sayChanges(checked.changes, surroundings.printsToTerminal === true));
  return exitOf(checked, judged?.exit);
}

/** Adds the report to the step's summary on GitHub Actions. The exit code stays the same if that fails. */
function writeSummary(report: Report, { environment, print }: Surroundings): void {
  const file = environment.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    appendFileSync(file, renderStepSummary(report));
  } catch (error) {
    print(`The step summary could not be written: ${(error as Error).message}.\n`);
  }
}

/** Describes the changes that matter for the next run. Includes the new secret only for a terminal, because logs are stored. */
function sayChanges({ isMoved, secret }: Changes, toTerminal: boolean): string {
  const lines = isMoved ? ["The deployment's clock was moved forward, and stays like this."] : [];
  if (secret !== undefined)
    lines.push(
      toTerminal
        ? `The secret that signs callbacks was replaced. For the next run:\n  export CALLBACK_SECRET='${secret.replaceAll("'", `'\\''`)}'`
        : 'The secret that signs callbacks was replaced: the next run needs the new one, which is shown only on a terminal.',
    );
  return `${lines.join('\n')}\n`;
}

function listCases(planned: PlannedCase[], json: boolean): string {
  if (json) return `${JSON.stringify(planned.map(({ run: _run, ...rest }) => rest))}\n`;
  const lines = planned.map(({ id, level, support, title, file }) => `${id}  [${support} ${level}]  ${title}  (${file})`);
  return `${[...lines, `${planned.length} cases`].join('\n')}\n`;
}
