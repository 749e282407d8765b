import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../contract/contract.ts';
import { isEntries } from '../subject/write-parameter.ts';

/**
 * Returns whether a response repeats a value that was sent. These differences are allowed: a missing null, additional fields of
 * an object (such as an id or a default), another order of unique items, another time zone, and another number of trailing zeros
 * in a decimal.
 */
export function isRepeated(shown: unknown, sent: unknown, schema: Schema = {}): boolean {
  if (isDeepStrictEqual(shown, sent) || (sent === null && shown === undefined)) return true;
  const { properties = {}, items, uniqueItems, format, anyOf, oneOf } = schema;
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
  if (alternatives.some((one) => isRepeated(shown, sent, one))) return true;
  if (isEntries(sent) && isEntries(shown))
    return Object.entries(sent).every(
      ([name, value]) => properties[name]?.writeOnly === true || isRepeated(shown[name], value, properties[name]),
    );
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length)
    return sent.every((value, at) =>
      (uniqueItems ? shown : [shown[at]]).some((one) => isRepeated(one, value, items as Schema | undefined)),
    );
  if (typeof sent !== 'string' || typeof shown !== 'string') return false;
  if (format === 'date-time') return Date.parse(shown) === Date.parse(sent);
  if (format === 'decimal') return Number(shown) === Number(sent);
  return format === 'uuid' && shown.toLowerCase() === sent.toLowerCase();
}
