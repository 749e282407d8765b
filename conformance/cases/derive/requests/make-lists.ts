import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { multipleNear } from '../../../src/contract/multiples.ts';
import { stepOf } from '../../../src/contract/step-of.ts';

/** Makes lists of this length: one of distinct entries, if possible, and one that repeats a single entry. */
export function makeLists(schema: Schema, sample: unknown, length: number): unknown[][] {
  const { items = {} } = schema;
  const [entry] = Array.isArray(sample) ? sample : [];
  return [manyOf(items, entry, length), Array.from({ length }, () => entry)];
}

/** Makes entries similar to an allowed one. They are distinct if enough distinct entries can be found. */
function manyOf(schema: Schema, entry: unknown, count: number): unknown[] {
  const isAllowed = compileSchema(schema);
  const found = new Map<string, unknown>();
  // Stops after twice the count, because a search is not worthwhile if more than half of the candidates are forbidden.
  for (let index = 0; found.size < count && index < 2 * count + 20; index++)
    for (const value of othersLike(schema, entry, index)) {
      if (found.size < count && isAllowed(value)) found.set(JSON.stringify(value), value);
    }
  const distinct = [...found.values()];
  return Array.from({ length: count }, (_, index) => distinct[index] ?? entry);
}

/** Makes values similar to a given one that may be allowed; each index gives other values. */
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

/** Writes a number in letters: a, b, … z, aa. */
function inLetters(number: number): string {
  return (number < 26 ? '' : inLetters(Math.floor(number / 26) - 1)) + String.fromCharCode(97 + (number % 26));
}
