import { NothingProven } from '../../conformance/src/outcome/nothing-proven.ts';
import type { Mutant } from './mutant.ts';
import { runSuiteAgainst } from './run-suite-against.ts';
import { startReferenceServer } from './start-reference-server.ts';

/** The fate of a mutant. */
export interface Outcome {
  /**
   * caught: the run failed, or proved nothing. dead: the server did not start. late: the run did not end. survived: the run
   * passed.
   */
  fate: 'caught' | 'dead' | 'late' | 'survived';
  /** Ids of the cases that failed before the run ended. */
  failed: string[];
  /** The reason why a run without a failed case did not pass. */
  said?: string;
}

/** The result of one run. `isOfRecord` is true when a case about the complete record failed, which needs no second run. */
type Run = Outcome & { isOfRecord?: boolean };

/** Milliseconds after which a run counts as endless: about ten times the normal length. */
const atMost = 180_000;

/**
 * Runs the suite against the reference server, with or without a change; returns undefined if interrupted. A mutant
 * counts as caught when a case fails twice, the second time on its own, because a busy machine can make a case that
 * measures time fail.
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
  return ending.aborted ? { fate: 'late', failed: run.failed } : run;
}

async function runOnce(
  root: string,
  mutant: Mutant | undefined,
  picks: (one: { id: string }) => boolean,
  ending: AbortSignal,
): Promise<Run> {
  const starting = startReferenceServer({ root, mutant }, ending);
  const server = await starting.catch((error: Error) => error.message.slice(0, 1000));
  if (typeof server === 'string') return { fate: 'dead', failed: [], said: server };
  try {
    const { passed, failed, isOfRecord, reasons } = await runSuiteAgainst(server, { bail: true, picks, interrupt: ending });
    if (passed) return { fate: 'survived', failed: [] };
    return { fate: 'caught', failed, isOfRecord, ...(failed.length === 0 && { said: reasons.join(' ') }) };
  } catch (error) {
    if (!(error instanceof NothingProven)) throw error;
    return { fate: 'caught', failed: [], said: error.message };
  } finally {
    await server.stop(true);
  }
}
