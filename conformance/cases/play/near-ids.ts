import { randomInt } from 'node:crypto';

/** Swaps upper and lower case. */
export const turnCase = (text: string): string =>
  text.replace(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));

/**
 * Changes an id into ids that do not exist. Changes letter case only where it matters. Does not shorten or repeat a numeric id,
 * because the result may exist.
 */
export function nearIds(id: string): string[] {
  const isNumber = /^\d{1,18}$/.test(id);
  const isCaseless = /^[\da-f-]+$/i.test(id) || /^[\da-hjkmnp-tv-z]{26}$/i.test(id);
  const turned = turnCase(id);
  return [
    ...(isNumber ? [] : [id.slice(0, -1), id.slice(0, Math.ceil(id.length / 2)), id + id]),
    // Writes a numeric id in other ways that have the same numeric value.
    ...(/^\d+$/.test(id) ? [`0${id}`, `+${id}`, `${id}.0`, `${id}e0`] : []),
    ...[`${id}x`, `${id}\u0000`, `${id}/x`],
    ...(isNumber || isCaseless || turned === id ? [] : [turned]),
    ...[` ${id}`, `${id} `, `${id}\n`, `"${id}"`, `x/${id}`, `${id}?x`, `${id}#x`, `${id};x`, `${id},x`],
    // Characters that some parsers drop, or take for ASCII letters and digits.
    ...['\u200b', '\u00ad', '\ufeff'].map((unseen) => id.slice(0, 1) + unseen + id.slice(1)),
    id.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    // Removes the prefix that stands for the type of object.
    id.replace(/^[a-z]+[_-]/i, ''),
    // A percent-encoded character, and the wildcard of SQL for one character.
    ...[`%${(id.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}${id.slice(1)}`, `${id.slice(0, -1)}_`],
  ].filter((near) => near !== id && near !== '');
}

/** Words that some servers accept as an id. */
export const wordsForIds = ['latest', 'last', 'newest', 'first', 'current', 'me', 'new', 'any', 'all', 'undefined'];

/** Returns the requirement about unknown ids. A deployment that claims problem-details has a different one. */
export const requirementOfUnknown = (word: 'fetch' | 'submit', features: ReadonlySet<string>): string =>
  features.has('problem-details') ? 'unknown-invoice-is-404' : `${word}-refuses-wrong-types`;

/** Strings that a client could send by accident in place of an id or a receipt. */
export const oddTexts = [
  ...['.', '..', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '%', '%00', '*', '_', "' OR '1'='1", '../create', '{}', '[]', 'null'],
  ...['-1', '0', '\ud800', 'a\udc00b', '\u0000', '\u007f', 'a\u0000b', '\n', '🙂', 'квитанция', '\u202e', '==', 'AAAA===='],
  ...['////', '__proto__', 'constructor'],
  ...['a'.repeat(255), 'a'.repeat(2000), 'a'.repeat(8192), 'a'.repeat(20_000), '.'.repeat(1000), 'é'.repeat(3000)],
];

/** Makes an id that no invoice has, in the form of a real one. Lengthens a short number, because similar ones may be in use. */
export function imitateId(known: string): string {
  const digit = (): string => String(randomInt(10));
  if (/^\d{1,8}$/.test(known)) return `1${'0'.repeat(8).replaceAll('0', digit)}`;
  return known.replace(/[\dA-Za-z](?=.{0,11}$)/gs, digit);
}
