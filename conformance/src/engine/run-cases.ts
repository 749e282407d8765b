import type { CaseContext, PlannedCase } from '../case/case.ts';
import { groupBy } from '../group-by.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { Places } from '../places/places.ts';
import { Stillness } from '../places/stillness.ts';
import { Subject } from '../subject/subject.ts';
import { fitPlaces, usualPlaces } from './fit-places.ts';
import { runCase } from './run-case.ts';

export interface RunCasesOptions {
  /** Number of concurrent cases, not counting those that only wait. By default, the suite adapts it to the deployment. */
  concurrency?: number;
  /** Milliseconds that the deployment took for a single request. */
  latency?: number;
  /** True if a violated SHOULD is a failure. */
  strict?: boolean;
  /** Once this signal is aborted, no more cases start, no disturbance happens, and the clock does not move. */
  stop?: AbortSignal;
  /** Starts a copy of the server for cases that mostly wait. The other cases run meanwhile. Absent if there can be no copy. */
  copy?(): Promise<CaseContext>;
  /** Called when a case ends. */
  onResult?(result: CaseResult): void;
}

/** Bounds, in milliseconds, for the estimated time of an attempt to send a callback. The estimate is based on observed times. */
const attempt = { least: 75, most: 3000 };

/**
 * Runs the cases, and returns the results of those that ran, in the order of the plan. If the server can be copied, cases that
 * mostly wait, such as those that move the clock, run on copies while the other cases run on the server itself. The cases that
 * judge the record come last. They judge the record of each copy too.
 */
export async function runCases(
  planned: readonly PlannedCase[],
  context: CaseContext,
  options: RunCasesOptions,
): Promise<CaseResult[]> {
  const { copy, strict = false, stop } = options;
  const results = new Map<PlannedCase, CaseResult>();
  const keep = (one: PlannedCase, result: CaseResult): void => {
    results.set(one, result);
    options.onResult?.(result);
  };
  const contexts = [context];
  const played = planned.filter(({ judgesRecord }) => !judgesRecord);
  const groups = copy ? chooseForCopies(played, context) : [];
  const forCopies = new Set(groups.flat());
  /** Cases for a copy that did not start. */
  const left: PlannedCase[] = [];
  const runOnCopy = async (cases: PlannedCase[]): Promise<void> => {
    const other = await copy?.().catch(() => undefined);
    if (other === undefined) return void left.push(...cases);
    contexts.push(other);
    await runGroups(cases, other, options, keep);
  };
  const others = played.filter((one) => !forCopies.has(one));
  await Promise.all([...groups.map(runOnCopy), runGroups(others, context, options, keep)]);
  await runGroups(left, context, options, keep);
  for (const one of planned.filter(({ judgesRecord }) => judgesRecord)) {
    const found: CaseResult[] = [];
    for (const each of contexts) if (!stop?.aborted) found.push(await runCase(one, each, strict));
    const isTold = ({ verdict }: CaseResult): boolean => verdict !== 'skipped';
    const result = found.find(({ findings }) => findings.length > 0) ?? found.find(isTold) ?? found[0];
    if (result) keep(one, result);
  }
  return planned.flatMap((one) => results.get(one) ?? []);
}

/** Minimum numbers of cases: those that need no copy, and those that share one. With fewer, starting a copy takes too long. */
const least = { others: 200, group: 10 };

/** Chooses the cases that mostly wait, and splits them into groups. Each group runs on its own copy of the server. */
function chooseForCopies(played: readonly PlannedCase[], { features }: CaseContext): PlannedCase[][] {
  const claimed = played.filter((one) => [one.feature ?? [], one.features ?? []].flat().every((name) => features.has(name)));
  const waiting = claimed.filter((one) => one.movesClock || isLate(one));
  if (claimed.length - waiting.length < least.others) return [];
  return [...groupBy(waiting, isLate).values()].filter(({ length }) => length >= least.group);
}

const isLate = ({ alone = false, restarts = false }: PlannedCase): boolean => alone || restarts;

/**
 * Runs the cases in groups. Most cases run several at a time. Those that move the clock come next, all together. Then come those
 * that must run alone, one by one, and those that restart the server, all together, because a server is slow after a start.
 *
 * In each group, the cases that may have to wait start first, so that the others run during their waits. An outage starts before
 * everything else for the same reason. A case that compares clocks fails only if it fails twice.
 */
async function runGroups(
  planned: readonly PlannedCase[],
  context: CaseContext,
  { concurrency, latency, strict = false, stop }: RunCasesOptions,
  keep: (one: PlannedCase, result: CaseResult) => void,
): Promise<void> {
  const { listener, subject } = context;
  const places = new Places(concurrency ?? usualPlaces);
  const { record } = subject.wire;
  if (concurrency === undefined && latency !== undefined && record) record.onExchange = fitPlaces(places, latency);
  const gap = (): number => (listener ? Math.min(Math.max(attempt.least, 3 * listener.slowest()), attempt.most) : 0);
  const stillness = new Stillness(gap, stop);
  const again = lookAgain(context);
  const run = (one: PlannedCase): Promise<void> =>
    stillness.hold(() =>
      places.hold(async () => {
        if (stop?.aborted) return;
        let result = await runCase(one, context, strict);
        if (one.keepsTime && result.findings.length > 0) {
          const second = await runCase(one, again, strict);
          if (second.verdict === 'pass') result = second;
        }
        keep(one, result);
      }),
    );
  const under: Promise<void>[] = [];
  const begin = (cases: PlannedCase[]): void => {
    const sorted = [...cases].sort((one, other) => Number(other.waits ?? false) - Number(one.waits ?? false));
    under.push(...sorted.map(run));
  };
  const beside = planned.filter((one) => !isLate(one));
  const [clocked, others] = [beside.filter(({ movesClock }) => movesClock), beside.filter(({ movesClock }) => !movesClock)];
  const disturbing = subject.wire.adapter.outage ? others.filter(({ disturbs }) => disturbs) : [];
  begin(disturbing);
  await stillness.undisturbed();
  begin(others.filter((one) => !disturbing.includes(one)));
  await stillness.undisturbed();
  begin(clocked.filter(({ keepsTime }) => !keepsTime));
  await stillness.still();
  begin(clocked.filter(({ keepsTime }) => keepsTime));
  await stillness.still();
  stillness.letMove();
  await Promise.all(under);
  const late = planned.filter(isLate);
  for (const one of late) if (!one.restarts) await run(one);
  await Promise.all(late.filter(({ restarts }) => restarts).map(run));
}

/** The minimum of `slowest` in a second run, in milliseconds. Cases wait three times `slowest` before they move the clock. */
const patience = 150;

/**
 * Makes the context for the second run of a case that compares clocks and has found something. In the first run, a busy
 * deployment may have noticed the response to its callback only after the clock had moved, and counted its next pause from then.
 * The second run shares nothing with the first, so a real defect shows again.
 */
function lookAgain(context: CaseContext): CaseContext {
  const { subject, listener } = context;
  return {
    ...context,
    subject: new Subject(subject.contract, subject.settings, subject.wire),
    ...(listener && { listener: { ...listener, slowest: () => Math.max(patience, listener.slowest()) } }),
  };
}
