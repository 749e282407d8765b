import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { hearStrays } from '../../conformance/src/command/hear-strays.ts';
import type { Mutant } from './mutant.ts';
import { type Outcome, tryMutant } from './try-mutant.ts';

/** The input for running many mutants. */
export interface Series {
  root: string;
  mutants: readonly Mutant[];
  /** Returns the hash of an unchanged source file. */
  sourceOf: (file: string) => string;
  outcomes: Outcomes;
  atOnce: number;
  minutes: number;
  interrupt: AbortSignal;
  /** Called with the outcome of each mutant. */
  onOutcome(mutant: Mutant, outcome: Outcome): void;
}

/** The runs of the unchanged server between the runs of mutants. If any fails, the machine is too busy. */
export interface Controls {
  runs: number;
  failed: string[];
}

/** Number of mutants between two runs of the unchanged server. */
const controlEvery = 25;

/** Runs the mutants, several concurrently, and the unchanged server after every few mutants. */
export async function runMutants(series: Series): Promise<Controls> {
  const { root, outcomes, sourceOf, atOnce, interrupt, onOutcome } = series;
  const left = series.mutants.flatMap((mutant, index) => ((index + 1) % controlEvery === 0 ? [mutant, undefined] : [mutant]));
  const ends = performance.now() + series.minutes * 60_000;
  const controls: Controls = { runs: 0, failed: [] };
  const work = async (): Promise<void> => {
    while (left.length > 0 && performance.now() < ends && !interrupt.aborted) {
      const mutant = left.shift();
      const outcome = await tryMutant(root, mutant, interrupt);
      if (outcome === undefined) return;
      if (mutant === undefined) {
        controls.runs++;
        if (outcome.verdict !== 'survived') controls.failed.push(outcome.failed.join(', ') || (outcome.said ?? outcome.verdict));
        continue;
      }
      outcomes.add(mutant.id, sourceOf(mutant.file), outcome);
      onOutcome(mutant, outcome);
    }
  };
  const strays = hearStrays();
  await Promise.all(Array.from({ length: atOnce }, work));
  strays.stop();
  return controls;
}

/** A mutant's outcome, and a hash of the source that it was run with. */
interface Entry extends Outcome {
  id: string;
  /** Hash of the file without the change. */
  source: string;
  suite: string;
}

/** The outcomes of earlier runs. Each new outcome is appended to a file immediately, so that an interruption loses nothing. */
interface Outcomes {
  /**
   * Returns the known outcome; undefined if the mutant has to be run. After a change of the suite, a caught
   * mutant stays caught, and only survivors without an explanation are run again.
   */
  find(id: string, source: string): Outcome | undefined;
  add(id: string, source: string, outcome: Outcome): void;
  forget(): void;
}

/**
 * Opens the file of outcomes.
 * @param suite hash of the current suite and contract
 * @param explained ids of the survivors that have an explanation
 */
export function openOutcomes(file: string, suite: string, explained: ReadonlySet<string>): Outcomes {
  const entries = new Map<string, Entry>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    // The last line may be incomplete after an interruption.
    if (!line.endsWith('}')) continue;
    const entry = JSON.parse(line) as Entry;
    entries.set(entry.id, entry);
  }
  return {
    find: (id, source) => {
      const entry = entries.get(id);
      if (entry?.source !== source || (entry.verdict === 'survived' && entry.suite !== suite && !explained.has(id)))
        return undefined;
      return entry;
    },
    add: (id, source, outcome) => {
      const entry = { id, source, suite, ...outcome };
      entries.set(id, entry);
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    forget: () => {
      entries.clear();
      rmSync(file, { force: true });
    },
  };
}
