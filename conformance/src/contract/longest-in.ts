import type { Schema } from './contract.ts';

/** A length that the strings of a pattern with an upper limit do not reach. */
const mostTried = 1000;

/**
 * Returns the greatest length of a string: the greatest `maxLength` in a schema or a branch of it, or else the limit of its
 * pattern. Returns undefined if there is none.
 * @param isAllowed whether the pattern allows a string of this length
 */
export function longestIn(schema: Schema, isAllowed: (length: number) => boolean): number | undefined {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  const all = [schema, ...branches].flatMap(({ maxLength }) => (typeof maxLength === 'number' ? [maxLength] : []));
  if (all.length > 0) return Math.max(...all);
  const { pattern, format } = schema;
  if (typeof pattern !== 'string' || format !== undefined || isAllowed(mostTried)) return undefined;
  return Array.from({ length: mostTried }, (_, index) => mostTried - index).find(isAllowed);
}
