import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Schema } from '../../../src/contract/contract.ts';
import { lawfulValue } from '../../../src/contract/mend-body.ts';
import { othersLike } from '../../../src/contract/others-like.ts';

/** Makes lists of this length: one of distinct entries, if possible, and one that repeats a single entry. */
export function makeLists(schema: Schema, sample: unknown, length: number): unknown[][] {
  const { items = {} } = schema;
  const [entry] = Array.isArray(sample) ? sample : [];
  const lists = [manyOf(items, entry, length), Array.from({ length }, () => entry)];
  return lists.map((list) => lawfulValue(schema, list, sample) as unknown[]);
}

/** Makes entries similar to an allowed one. They are distinct if enough distinct entries can be found. */
function manyOf(schema: Schema, entry: unknown, count: number): unknown[] {
  const isAllowed = compileSchema(schema);
  const found = new Map<string, unknown>();
  // Tries about twice as many candidates as needed, and then gives up.
  for (let index = 0; found.size < count && index < 2 * count + 20; index++)
    for (const value of othersLike(schema, entry, index)) {
      if (found.size < count && isAllowed(value)) found.set(JSON.stringify(value), value);
    }
  const distinct = [...found.values()];
  return Array.from({ length: count }, (_, index) => distinct[index] ?? entry);
}
