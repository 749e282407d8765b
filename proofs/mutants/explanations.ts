import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';

/** Mutants that survive because nobody can observe them from outside, and the reason. */
export interface Explanation {
  /** The ids of the mutants. Each id contains a hash of the code around the change. */
  ids: string[];
  /** A sentence that convinces a reader of the code. */
  reason: string;
}

/** Reads the explanations. @throws Error with a sentence where an entry is incomplete */
export function readExplanations(file: string): Explanation[] {
  const entries = load(readFileSync(file, 'utf8')) as Explanation[];
  for (const { ids, reason } of entries)
    if (!Array.isArray(ids) || ids.length === 0 || !reason) throw new Error(`${file}: each entry has ids and a reason.`);
  return entries;
}

/** Finds outdated entries, whose mutants no longer exist or are now caught. */
export function findStale(
  explanations: readonly Explanation[],
  { all, caught }: { all: ReadonlySet<string>; caught: ReadonlySet<string> },
): string[] {
  return explanations.flatMap(({ ids }) =>
    ids.flatMap((id) => {
      if (!all.has(id)) return [`${id} is explained, and there is no such mutant any more: explain the one that took its place.`];
      return caught.has(id) ? [`${id} is explained as unobservable, and a case catches it: take it out.`] : [];
    }),
  );
}
