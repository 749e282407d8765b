import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catchesOf, caughtBy, type Matrix } from './matrix.ts';

/**
 * For each fault's id, cases to run against it: at least one that caught the fault, and others that reported a finding for it.
 */
export type Pairs = Record<string, string[]>;

/** A cache in this clone. Without it, a sparing matrix reaches the same result but takes half as long again. */
const file = join(import.meta.dirname, '../../build/matrix/pairs.json');

/** Reads the pairs that were written after the last matrix without a defect; returns none if there has been no such matrix. */
export function readPairs(): Pairs {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Pairs) : {};
}

/** Writes the pairs of a matrix without a defect, so that the next sparing matrix starts with them. */
export function writePairs(matrix: Matrix): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(pairUp(matrix), null, 1)}\n`);
}

/** Gives each fault a case that catches it and each case a fault that it catches, in as few pairs as possible. */
export function pairUp(matrix: Matrix): Pairs {
  const naming = new Map(matrix.faults.map((row) => [row.id, new Set(caughtBy(row))]));
  const pairs = new Map<string, string[]>(matrix.faults.map(({ id }) => [id, []]));
  const isHeld = (fault: string): boolean => pairs.get(fault)?.some((id) => naming.get(fault)?.has(id)) ?? false;
  for (const [id, faults] of catchesOf(matrix)) {
    const named = faults.filter((fault) => naming.get(fault)?.has(id));
    const chosen = named.find((fault) => !isHeld(fault)) ?? named[0] ?? faults[0];
    if (chosen !== undefined) pairs.get(chosen)?.push(id);
  }
  for (const [fault, [first]] of naming) if (first !== undefined && !isHeld(fault)) pairs.get(fault)?.push(first);
  return Object.fromEntries(pairs);
}
