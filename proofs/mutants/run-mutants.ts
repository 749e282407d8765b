import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { hearStrays } from '../../conformance/src/command/hear-strays.ts';
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

/** A mutant's fate, and a hash of the source for which it was determined. */
interface Entry extends Outcome {
  id: string;
  /** Hash of the file without the change. */
  source: string;
  suite: string;
}

/** The known fates. Each is appended to a file at once, so an interruption loses none. */
interface Fates {
  /**
   * Returns a known fate. A caught mutant stays caught when the suite grows, but an unexplained survivor must be tried again.
   */
  find(id: string, source: string): Outcome | undefined;
  add(id: string, source: string, outcome: Outcome): void;
  forget(): void;
}

/**
 * Opens the file of fates. @param suite hash of the suite that determines fates now @param explained ids of the
 * survivors that are explained
 */
export function openFates(file: string, suite: string, explained: ReadonlySet<string>): Fates {
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
      if (entry?.source !== source || (entry.fate === 'survived' && entry.suite !== suite && !explained.has(id)))
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
