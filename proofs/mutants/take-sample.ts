import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** Takes some of the mutants, the same ones for a seed, also when others are added. */
export function takeSample(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const rank = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}
