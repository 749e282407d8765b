import { closeSync, openSync, writeSync } from 'node:fs';
import type { Line } from './evidence.ts';

/** A line that `add` has not numbered yet. */
type NewLine = Line extends infer One ? (One extends Line ? Omit<One, 'line'> : never) : never;

/** The history of a storm. A line is added when the request or other action that it records has ended. */
export interface History {
  lines: readonly Line[];
  add(line: NewLine): void;
  close(): void;
}

/** Stores a history in memory and in a file, as JSON lines. */
export function keepHistory(file: string): History {
  const lines: Line[] = [];
  let descriptor: number | undefined = openSync(file, 'w', 0o600);
  return {
    lines,
    add: (line) => {
      // Ignores requests that were still in progress when the storm ended and the file was closed.
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

/** Returns the test's time in milliseconds since 1970, from a clock that never goes backwards. */
export function timeNow(): number {
  return performance.timeOrigin + performance.now();
}
