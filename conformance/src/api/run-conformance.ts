import { checkPlanned, exitOf } from '../command/check-planned.ts';
import { onlyClaimed } from '../command/plan/foresee-traffic.ts';
import { type PlannedRun, planRun } from '../command/plan/plan-run.ts';
import { ConformanceError } from '../outcome/conformance-error.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { describeVerdict } from '../report/describe-verdict.ts';
import type { Report } from '../report/report.ts';
import { encodePrinted } from '../text/encode-output.ts';
import { showMarks } from '../text/marks.ts';
import { type ConformanceOptions, readConformanceOptions } from './conformance-options.ts';

export interface ConformanceOutcome {
  /** The contents of `report.json`. */
  report: Report;
  /** The exit code of the command: 0 if all that was tested conforms, 1 if something does not, 2 if nothing was proven. */
  exitCode: number;
  /** The verdict as a sentence, as the command prints it. */
  sentence: string;
  /** Path of `report.html`. Absent if `out` was not given. */
  page?: string;
  /** Why the reports could not be written. Absent if they could. */
  unwritten?: string;
}

/** A run. Awaiting it returns the outcome; iterating over it yields the result of each case as the case ends. */
export interface ConformanceRun extends Promise<ConformanceOutcome>, AsyncIterable<CaseResult> {}

export interface ListedCase extends Pick<CaseResult, 'id' | 'title' | 'requirement' | 'level' | 'support' | 'operations'> {
  file: string;
  /** The feature to which the case's requirement belongs; absent for core. */
  feature?: string;
}

/**
 * Checks a deployment as the command does. The promise resolves to the outcome, whatever the verdict. If there is no outcome, it
 * rejects with a `ConformanceError` that has the command's message. Every loop over the run starts at the first result. Leaving a
 * loop does not end the run, but aborting `signal` does.
 */
export function runConformance(options: ConformanceOptions): ConformanceRun {
  const plan = async (): Promise<PlannedRun> => {
    const { options: read, args } = readConformanceOptions(options);
    return planRun(read, args);
  };
  return followRun(plan, options, legible);
}

/** Replaces the placeholders for tokens with readable words, as in `report.json`. */
const legible = <Value>(value: Value): Value => JSON.parse(showMarks(JSON.stringify(value)));

/** Lists, in order, the cases that a deployment has to pass. Sends no request. @throws ConformanceError if an option is wrong */
export function listCases(options: ConformanceOptions = {}): ListedCase[] {
  const { options: read, args } = readConformanceOptions(options);
  const { planned, features } = planRun(read, args);
  return onlyClaimed(planned, new Set(features)).map(({ id, file, title, requirement, level, support, operations, feature }) => ({
    ...{ id, file, title, requirement, level, support, operations },
    ...(feature !== undefined && { feature }),
  }));
}

/** Runs a plan. The caller can follow the results. */
export function followRun(
  plan: () => Promise<PlannedRun> | PlannedRun,
  { signal, onNotice }: Pick<ConformanceOptions, 'signal' | 'onNotice'>,
  shape = <Value>(value: Value): Value => value,
): ConformanceRun {
  const results: CaseResult[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const waitForNews = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  let news = waitForNews();
  const tell = (): void => {
    wake();
    news = waitForNews();
  };
  const check = async (): Promise<ConformanceOutcome> => {
    const run = await plan();
    const claimed = new Set(onlyClaimed(run.planned, new Set(run.features)).map(({ id }) => id));
    const checked = await checkPlanned(run, {
      // The caller's signal may live longer than this run, and its listeners would keep the run in memory.
      interrupt: AbortSignal.any(signal ? [signal] : []),
      onNotice: (lines) => lines !== '' && onNotice?.(encodePrinted(lines, false)),
      onResult: (result) => {
        if (!claimed.has(result.id)) return;
        results.push(shape(result));
        tell();
      },
    });
    const { report, page, unwritten } = checked;
    return {
      report: shape(report),
      exitCode: exitOf(checked),
      sentence: encodePrinted(`${report.subject} ${describeVerdict(report)}.`, false),
      ...(page !== undefined && { page }),
      ...(unwritten !== undefined && { unwritten }),
    };
  };
  const outcome = check()
    .catch((error: unknown) => {
      // Encodes unprintable characters, as the command does. The stack also contains the message, so the stack is replaced too.
      if (error instanceof ConformanceError) {
        error.message = encodePrinted(error.message, false);
        error.stack = `${error.name}: ${error.message}`;
      }
      throw error;
    })
    .finally(() => {
      isOver = true;
      tell();
    });
  async function* follow(): AsyncGenerator<CaseResult, void, undefined> {
    // The caller gets the failure from the loop, so it must not also become an unhandled rejection.
    outcome.catch(() => undefined);
    for (let at = 0; ; at++) {
      while (at >= results.length && !isOver) await news;
      const result = results[at];
      if (result === undefined) break;
      yield result;
    }
    await outcome;
  }
  return Object.assign(outcome, { [Symbol.asyncIterator]: follow });
}
