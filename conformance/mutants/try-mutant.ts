import { NothingProven } from '../src/outcome/nothing-proven.ts';
import type { Mutant } from './mutant.ts';
import { runSuiteAgainst } from './run-suite-against.ts';
import { startReferenceServer } from './start-reference-server.ts';

/** The fate of a mutant. */
export interface Outcome {
  /** caught: the run failed, or proved nothing. dead: it did not start. late: the run had no end. survived: the run passed. */
  fate: 'caught' | 'dead' | 'late' | 'survived';
  /** Ids of the cases that failed before the run was ended. */
  failed: string[];
  /** The reason why a run without a failed case did not pass. */
  said?: string;
}

/** Milliseconds after which a run counts as one without an end: some ten times the length of a sound one. */
const atMost = 180_000;

/** Runs the suite against the reference server with a change, or without; undefined where it was interrupted. */
export async function tryMutant(root: string, mutant: Mutant | undefined, interrupt: AbortSignal): Promise<Outcome | undefined> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  interrupt.addEventListener('abort', end, { once: true });
  const late = setTimeout(end, atMost);
  try {
    const outcome = await judge(root, mutant, ending.signal);
    if (interrupt.aborted) return undefined;
    return ending.signal.aborted ? { fate: 'late', failed: outcome.failed } : outcome;
  } finally {
    clearTimeout(late);
    interrupt.removeEventListener('abort', end);
  }
}

async function judge(root: string, mutant: Mutant | undefined, ending: AbortSignal): Promise<Outcome> {
  const starting = startReferenceServer({ root, mutant }, ending);
  const server = await starting.catch((error: Error) => error.message.slice(0, 1000));
  if (typeof server === 'string') return { fate: 'dead', failed: [], said: server };
  try {
    const { passed, report } = await runSuiteAgainst(server, true, ending);
    if (passed) return { fate: 'survived', failed: [] };
    const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    return { fate: 'caught', failed, ...(failed.length === 0 && { said: report.reasons.join(' ') }) };
  } catch (error) {
    if (!(error instanceof NothingProven)) throw error;
    return { fate: 'caught', failed: [], said: error.message };
  } finally {
    await server.stop(true);
  }
}
