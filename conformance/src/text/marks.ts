import { randomBytes } from 'node:crypto';

/**
 * A mark is a placeholder in the text of requests and responses, for `$TOKEN` or an expression that contains it. Its letters and
 * digits stay the same in a URL, in JSON and in HTML, and nobody outside this process can make one. It is replaced by the secret
 * before anything is sent, and by the expression before anything is shown.
 */
const nonce = `m${randomBytes(16).toString('hex')}x`;
const marks = new RegExp(`${nonce}((?:[0-9a-f]{2}){1,100})z`, 'g');
// Matches a mark whose end is missing, because the text around it was shortened.
const cutMark = new RegExp(`${nonce}[0-9a-f]*`, 'g');

/** The words shown in place of a mark: a shell expression such as `$TOKEN`, or `base64(…)` if the token is sent in Base64. */
export type Marked = `$${string}` | `base64($${string}:)` | `base64(api:$${string})` | `base64($${string})`;

/** A piece of a string that was split at its marks: literal text, or the words of a mark. */
export type Part = string | { words: Marked };

export const markOf = (words: Marked): string => `${nonce}${Buffer.from(words).toString('hex')}z`;

const wordsOf = (hex: string): Marked => Buffer.from(hex, 'hex').toString() as Marked;

export function splitMarks(text: string): Part[] {
  return text.split(marks).flatMap((part, at): Part[] => (at % 2 === 1 ? [{ words: wordsOf(part) }] : part === '' ? [] : [part]));
}

/** Returns whether a string contains a mark. In a response, this means that the deployment returned a token. */
export const hasMark = (text: string): boolean => text.includes(nonce);

const replaceMarks = (text: string, replacement: (words: Marked) => string): string =>
  hasMark(text) ? text.replace(marks, (_, hex: string) => replacement(wordsOf(hex))) : text;

/** Replaces each mark with its words, for people to read. */
export const showMarks = (text: string): string =>
  hasMark(text) ? replaceMarks(text, (words) => words).replace(cutMark, '$…') : text;

export const tokenMark = markOf('$TOKEN');

/** The value of an Authorization header that contains the run's token, in the form that every operation accepts. */
export const bearerToken = `Bearer ${tokenMark}`;

/** The mark for the token as a user name without a password (RFC 7617). */
export const tokenAsUser = markOf('base64($TOKEN:)');

/** The mark for a token that contains a user name and a password, separated by a colon. */
export const tokenAsPair = markOf('base64($TOKEN)');

/** The mark for the token as the password of the user `api`. */
export const tokenAsPassword = markOf('base64(api:$TOKEN)');

/** Returns the mark for a shortened token: the run's token without its last or first characters. */
export function tokenWithout(place: 'end' | 'beginning', characters: number): string {
  return markOf(`$\{TOKEN${place === 'end' ? '%' : '#'}${'?'.repeat(characters)}}`);
}

/** Replaces each mark with the token, in the form that the mark stands for. */
export function fillIn(text: string, token: string): string {
  return replaceMarks(text, (words) => {
    const [, before, after] = /^base64\(([^$]*)\$\w+(?!\w)(.*)\)$/.exec(words) ?? [];
    if (before !== undefined) return Buffer.from(`${before}${token}${after}`).toString('base64');
    const [, side, off = ''] = /([%#])(\?+)\}$/.exec(words) ?? [];
    return side === '%' ? token.slice(0, -off.length) : side === '#' ? token.slice(off.length) : token;
  });
}

/** Changes the name of the token in all marks, for example to OTHER_TOKEN. */
export const renameMarks = (text: string, name: string): string =>
  replaceMarks(text, (words) => markOf(words.replace(/(?<=\$\{?)TOKEN\b/, name) as Marked));
