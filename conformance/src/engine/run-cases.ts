import type { CaseContext, PlannedCase } from '../case/case.ts';
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
  /** Called when a case ends. */
  onResult?(result: CaseResult): void;
}

/** Bounds, in milliseconds, for the time that an attempt to send a callback takes, which is estimated from observed times. */
const attempt = { least: 75, most: 3000 };

/**
 * Runs the cases in groups. Most cases run several at a time. Those that move the clock come next, all together. Then come those
 * that must run alone, one by one, and those that restart the server, all together, because a server is slow after a start. Those
 * that judge the record come last. Returns the results of the cases that ran, in the order of the plan.
 *
 * In each group, the cases that may have to wait start first, so that the others run during their waits. An outage starts before
 * everything else for the same reason. A case that compares clocks fails only if it fails twice.
 */
export async function runCases(
  planned: readonly PlannedCase[],
  context: CaseContext,
  { concurrency, latency, strict = false, stop, onResult }: RunCasesOptions,
): Promise<CaseResult[]> {
  const { listener, subject } = context;
  const results = new Map<PlannedCase, CaseResult>();
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
        results.set(one, result);
        onResult?.(result);
      }),
    );
  const under: Promise<void>[] = [];
  const begin = (cases: PlannedCase[]): void => {
    const sorted = [...cases].sort((one, other) => Number(other.waits ?? false) - Number(one.waits ?? false));
    under.push(...sorted.map(run));
  };
  const isLate = ({ alone = false, restarts = false }: PlannedCase): boolean => alone || restarts;
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
  for (const one of late) if (!one.restarts && !one.judgesRecord) await run(one);
  await Promise.all(late.filter(({ restarts }) => restarts).map(run));
  for (const one of late) if (one.judgesRecord) await run(one);
  return planned.flatMap((one) => results.get(one) ?? []);
}

/** The minimum of `slowest` in a second run, in milliseconds. Cases wait three times `slowest` before they move the clock. */
const patience = 150;

/**
 * Makes the context for the second run of a case that compares clocks and has found something. In the first run, a busy
 * deployment may have noticed the response to its attempt only after the clock had moved, and counted its next pause from then.
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
