import type { Schema } from './contract.ts';
import { multipleNear } from './multiples.ts';
import { stepOf } from './step-of.ts';

/** Makes values that resemble a given value. The schema may not allow all of them. Another `index` leads to other values. */
export function othersLike(schema: Schema, entry: unknown, index: number): unknown[] {
  const listed = (schema.enum ?? []) as unknown[];
  if (listed.length > 0) return listed.slice(index, index + 1);
  if (typeof entry === 'number') return [entry, ...[index, -index].map((above) => multipleNear(entry, stepOf(schema), above))];
  if (typeof entry === 'string')
    return [index.toString(36), inLetters(index), inLetters(index).toUpperCase(), String(index)].flatMap((sign) => [
      `${entry}${sign}`,
      `${entry.slice(0, -sign.length)}${sign}`,
      `${sign}${entry.slice(sign.length)}`,
    ]);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [entry];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    name in entry ? othersLike(property, (entry as Schema)[name], index).map((value) => ({ ...entry, [name]: value })) : [],
  );
}

/** Writes a number as letters: a, b, … z, aa. */
function inLetters(number: number): string {
  return (number < 26 ? '' : inLetters(Math.floor(number / 26) - 1)) + String.fromCharCode(97 + (number % 26));
}
