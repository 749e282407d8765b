import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outcome } from './try-mutant.ts';

/** A mutant's fate, and a hash of the source for which it was determined. */
interface Entry extends Outcome {
  id: string;
  /** Hash of the file without the change. */
  source: string;
  suite: string;
}

/** The known fates, appended to a file line by line so that an interruption at any moment loses none. */
export interface Fates {
  /** Returns a known fate. A kill stays valid when the suite grows, but an unexplained survivor must be tried again. */
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
