import type { Schema } from './contract.ts';

/** Number of characters. A pattern that allows a string of this length counts as unlimited. */
const mostTried = 1000;

/**
 * Returns the greatest length that a schema allows for a string: the greatest `maxLength` in the schema or in its branches. A
 * schema without `maxLength` has the limit of its pattern. Returns undefined if that allows any length.
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
