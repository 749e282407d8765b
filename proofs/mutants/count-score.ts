import type { Mutant } from './mutant.ts';
import type { Outcome } from './try-mutant.ts';

/** The figures of a sample. */
export interface Score {
  tried: number;
  caught: number;
  /** How many of the caught mutants prevented the server from starting, or the run from ending. */
  dead: number;
  late: number;
  explained: number;
  survivors: Mutant[];
  /** The percentage of caught mutants among those that can be observed from outside. */
  percent: number;
}

export function countScore(
  mutants: readonly Mutant[],
  fateOf: (mutant: Mutant) => Outcome | undefined,
  explained: ReadonlySet<string>,
): Score {
  const tried = mutants.filter((mutant) => fateOf(mutant) !== undefined);
  const having = (fate: Outcome['fate']): Mutant[] => tried.filter((mutant) => fateOf(mutant)?.fate === fate);
  const survived = having('survived');
  const survivors = survived.filter(({ id }) => !explained.has(id));
  const caught = tried.length - survived.length;
  const percent = tried.length === 0 ? 0 : (100 * caught) / Math.max(1, caught + survivors.length);
  return {
    ...{ tried: tried.length, caught, dead: having('dead').length, late: having('late').length },
    ...{ explained: survived.length - survivors.length, survivors, percent },
  };
}
