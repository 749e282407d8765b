import { readTime } from '../text/read-time.ts';
import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';

const ascending: unknown[][] = [
  [3, 20.25, 20.5, 100],
  [3, 20, 100],
  ['anchor', 'bridge', 'canal'],
  ['2029-12-31', '2030-06-15', '2031-01-01'],
  ['2029-12-31T12:00:00Z', '2030-06-15T12:00:00Z', '2031-01-01T12:00:00Z'],
];

/** Returns values of a field, in the ascending order that every server uses. Undefined if no such values are known. */
export const orderedValues = (schema: Schema): unknown[] | undefined =>
  ascending.find((some) => some.every((one) => compileSchema(schema)(one)));

/** The values of a field in the order of a list, and how to compare them. */
interface Shown {
  values: unknown[];
  descending: boolean;
  /** Values in ascending order. Other values are not compared, because a server may sort strings in its own way. */
  order: unknown[] | undefined;
  /** True if numbers are compared by value even if there is an `order`. */
  hasNumbers: boolean;
}

/** Finds two neighbours in the wrong order. If `order` is undefined, compares strings as times. */
export function findDisorder({ values, descending, order, hasNumbers }: Shown): unknown[] | undefined {
  const rankOf = (value: unknown): number =>
    hasNumbers && typeof value === 'number' ? value : order ? order.indexOf(value) : readTime(value);
  const known = values.filter((one) => rankOf(one) >= 0);
  const at = known.findIndex((one, index) => (rankOf(one) - rankOf(known[index - 1] ?? one)) * (descending ? -1 : 1) < 0);
  return at > 0 ? known.slice(at - 1, at + 1) : undefined;
}
