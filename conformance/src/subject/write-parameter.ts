import type { Parameter } from '../contract/contract.ts';
import type { Style } from '../contract/plain/facts.ts';

/** The name and the text of a parameter or form field, as a request contains them. */
export type Pair = [name: string, text: string];

/** Encodes a string for use in a form or a query. */
export const encodeQuery = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** Joins pairs into a query or a form. Encodes their names. Their texts must already be encoded. */
export const joinPairs = (pairs: Pair[]): string => pairs.map(([name, text]) => `${encodeQuery(name)}=${text}`).join('&');

/** Returns whether a value is an object and not a list. */
export const isEntries = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Serializes the value of a parameter in its style. A list or an object may become several pairs, or none if it is empty. */
export function writeParameter(
  { name, between, before = '', entries, isJson }: Pick<Parameter, 'name' | keyof Style>,
  value: unknown,
  encode: (text: string) => string,
): Pair[] {
  if (isJson) return [[name, encode(JSON.stringify(value))]];
  if (entries === 'deep') return deepTexts(name, value).map(([key, text]) => [key, encode(text)]);
  if (isEntries(value)) {
    const pairs = textsIn(value);
    if (entries === 'apart' || entries === undefined) return pairs.map(([key, text]) => [key, encode(text)]);
    const texts = pairs.map(([key, text]) => `${encode(key)}${entries.equals}${encode(text)}`);
    return texts.length === 0 ? [] : [[name, `${entries.before}${texts.join(entries.between)}`]];
  }
  const texts = [value ?? []].flat().map((one) => encode(String(one)));
  if (between === undefined) return texts.map((text) => [name, text]);
  return texts.length === 0 ? [] : [[name, `${before}${texts.join(between)}`]];
}

/** Lists the parts of a value as strings, each named by the keys that lead to it: `price[from]`, `tags[]`, `lines[0][sku]`. */
function deepTexts(name: string, value: unknown): Pair[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => deepTexts(`${name}[${typeof one === 'object' ? at : ''}]`, one));
  if (isEntries(value)) return Object.entries(value).flatMap(([key, one]) => deepTexts(`${name}[${key}]`, one));
  return [[name, String(value)]];
}

/** Lists the members of an object as strings. A member of an inner object has both names: `price[from]`. */
function textsIn(value: Record<string, unknown>): Pair[] {
  return Object.entries(value).flatMap(([key, one]): Pair[] => {
    if (one === undefined || one === null) return [];
    if (Array.isArray(one)) return one.map((item) => [key, String(item)]);
    return isEntries(one) ? textsIn(one).map(([inner, text]) => [`${key}[${inner}]`, text]) : [[key, String(one)]];
  });
}

/** Returns whether a list or an object can be sent in a parameter. It cannot if one of its strings contains the separator. */
export function canBeSplit({ between = '', entries, isJson }: Parameter, value: unknown): boolean {
  if (isJson) return true;
  if (isEntries(value)) {
    const texts = textsIn(value);
    if (typeof entries !== 'object') return texts.length > 0;
    const signs = [entries.equals, entries.between].map(decodeURIComponent);
    return texts.length > 0 && texts.flat().every((text) => !signs.some((sign) => text.includes(sign)));
  }
  const sign = decodeURIComponent(between);
  return sign === '' || !Array.isArray(value) || !value.some((entry) => String(entry).includes(sign));
}
