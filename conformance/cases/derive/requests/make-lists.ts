import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { stepOf } from '../../../src/contract/step-of.ts';

/** Makes lists of this length: of entries that differ, where they can, and of one entry again and again. */
export function makeLists(schema: Schema, sample: unknown, length: number): unknown[][] {
  const { items = {} } = schema as { items?: Schema };
  const [entry] = Array.isArray(sample) ? sample : [];
  return [manyOf(items, entry, length), Array.from({ length }, () => entry)];
}

/** Makes entries like one that is allowed, each another as long as any can be found. */
function manyOf(schema: Schema, entry: unknown, count: number): unknown[] {
  const isAllowed = compileSchema(schema);
  const found = new Map<string, unknown>();
  // Half of what is tried may be forbidden; more is not worth the search.
  for (let index = 0; found.size < count && index < 2 * count + 20; index++)
    for (const value of othersLike(schema, entry, index)) {
      if (found.size < count && isAllowed(value)) found.set(JSON.stringify(value), value);
    }
  return Array.from({ length: count }, (_, index) => [...found.values()][index] ?? entry);
}

/** Makes values that may be allowed like a given one, other ones for each index. */
export function othersLike(schema: Schema, entry: unknown, index: number): unknown[] {
  const listed = (schema.enum ?? []) as unknown[];
  if (listed.length > 0) return listed.slice(index, index + 1);
  if (typeof entry === 'number') return [entry + index * stepOf(schema), entry - index * stepOf(schema)];
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
