import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outcome } from './try-mutant.ts';

/** A fate that was found, and of which texts. */
interface Entry extends Outcome {
  id: string;
  /** Hash of the file without the change. */
  source: string;
  suite: string;
}

/** The fates that are known: kept in a file as lines, so that an end at any moment loses none. */
export interface Fates {
  /** A kill stays one when the suite grows; a survivor that nobody has explained must be tried again. */
  find(id: string, source: string): Outcome | undefined;
  add(id: string, source: string, outcome: Outcome): void;
  forget(): void;
}

/** Opens the file of the fates. @param suite hash of the suite that finds them now @param explained ids of survivors */
export function openFates(file: string, suite: string, explained: ReadonlySet<string>): Fates {
  const entries = new Map<string, Entry>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    // The last line may be cut off.
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
