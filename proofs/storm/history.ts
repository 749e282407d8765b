import { closeSync, openSync, writeSync } from 'node:fs';
import type { Line } from './evidence.ts';

/** A line that has no number yet. */
type NewLine = Line extends infer One ? (One extends Line ? Omit<One, 'line'> : never) : never;

/** The history of a storm, in the order in which its lines came to an end. */
export interface History {
  lines: readonly Line[];
  add(line: NewLine): void;
  close(): void;
}

/** Keeps a history in a file, as JSON lines, and in memory. */
export function keepHistory(file: string): History {
  const lines: Line[] = [];
  let descriptor: number | undefined = openSync(file, 'w', 0o600);
  return {
    lines,
    add: (line) => {
      // Of requests that are still under way when all is over.
      if (descriptor === undefined) return;
      const numbered = { line: lines.length + 1, ...line } as Line;
      lines.push(numbered);
      writeSync(descriptor, `${JSON.stringify(numbered)}\n`);
    },
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** Returns the time of the test in milliseconds since 1970, by a clock that nobody can turn back. */
export function timeNow(): number {
  return performance.timeOrigin + performance.now();
}
