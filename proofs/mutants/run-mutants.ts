import { hearStrays } from '../../conformance/src/command/hear-strays.ts';
import type { Fates } from './fates.ts';
import type { Mutant } from './mutant.ts';
import { type Outcome, tryMutant } from './try-mutant.ts';

/** The input for running many mutants. */
export interface Series {
  root: string;
  mutants: readonly Mutant[];
  /** Returns the hash of an unchanged file. */
  sourceOf: (file: string) => string;
  fates: Fates;
  atOnce: number;
  minutes: number;
  interrupt: AbortSignal;
  /** Called whenever a fate is determined. */
  onFate(mutant: Mutant, outcome: Outcome): void;
}

/** The runs of the unchanged server between the runs of mutants. They show whether the machine itself causes failures. */
export interface Controls {
  runs: number;
  failed: string[];
}

/** Number of mutants between two runs of the unchanged server. */
const controlEvery = 25;

/** Tries the mutants, several at once, and the unchanged server from time to time. */
export async function runMutants(series: Series): Promise<Controls> {
  const { root, fates, sourceOf, atOnce, interrupt, onFate } = series;
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
        if (outcome.fate !== 'survived') controls.failed.push(outcome.failed.join(', ') || (outcome.said ?? outcome.fate));
        continue;
      }
      fates.add(mutant.id, sourceOf(mutant.file), outcome);
      onFate(mutant, outcome);
    }
  };
  const strays = hearStrays();
  await Promise.all(Array.from({ length: atOnce }, work));
  strays.stop();
  return controls;
}
