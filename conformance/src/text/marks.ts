import { randomBytes } from 'node:crypto';

/**
 * A mark stands for a secret in the texts of requests and responses: for `$TOKEN`, or for an expression that contains it. It
 * consists of letters and digits, so a URL, JSON and HTML hold it unchanged, and nobody outside this process can produce one.
 * Before anything is sent, marks become the secret; before anything is shown, they become their words.
 */
const nonce = `m${randomBytes(16).toString('hex')}x`;
const marks = new RegExp(`${nonce}((?:[0-9a-f]{2}){1,100})z`, 'g');
// A shortened text may end within a mark.
const cutMark = new RegExp(`${nonce}[0-9a-f]*`, 'g');

/** Words that a mark stands for. `base64(…)` is written if a shell has no expression for it. */
export type Marked = `$${string}` | `base64($${string}:)` | `base64(api:$${string})` | `base64($${string})`;

/** Part of a text: literal text, or the words of a mark. */
export type Part = string | { words: Marked };

export function markOf(words: Marked): string {
  return `${nonce}${Buffer.from(words).toString('hex')}z`;
}

const wordsOf = (hex: string): Marked => Buffer.from(hex, 'hex').toString() as Marked;

export function splitMarks(text: string): Part[] {
  return text.split(marks).flatMap((part, at): Part[] => (at % 2 === 1 ? [{ words: wordsOf(part) }] : part === '' ? [] : [part]));
}

/** Returns whether a text contains a mark. In a response, this means that the deployment repeated a token. */
export function hasMark(text: string): boolean {
  return text.includes(nonce);
}

export function replaceMarks(text: string, replacement: (words: Marked) => string): string {
  return text.includes(nonce) ? text.replace(marks, (_, hex: string) => replacement(wordsOf(hex))) : text;
}

/** Replaces marks by their words, for a reader. */
export function showMarks(text: string): string {
  return text.includes(nonce) ? replaceMarks(text, (words) => words).replace(cutMark, '$…') : text;
}

/** The mark for the token of the run. */
export const tokenMark = markOf('$TOKEN');

/** The value of the Authorization header that every operation accepts. */
export const bearerToken = `Bearer ${tokenMark}`;

/** The mark for the token as a user name without a password (RFC 7617). */
export const tokenAsUser = markOf('base64($TOKEN:)');

/** The mark for a token that consists of a user name and a password, separated by a colon. */
export const tokenAsPair = markOf('base64($TOKEN)');

/** The mark for the token as the password of the user `api`. */
export const tokenAsPassword = markOf('base64(api:$TOKEN)');

/** Returns the mark for the token without this many of its last or first characters. */
export function tokenWithout(place: 'end' | 'beginning', characters: number): string {
  return markOf(`$\{TOKEN${place === 'end' ? '%' : '#'}${'?'.repeat(characters)}}`);
}

/** Replaces each mark by the token, in the form that the mark asks for. */
export function fillIn(text: string, token: string): string {
  return replaceMarks(text, (words) => {
    const [, before, after] = /^base64\(([^$]*)\$\w+(?!\w)(.*)\)$/.exec(words) ?? [];
    if (before !== undefined) return Buffer.from(`${before}${token}${after}`).toString('base64');
    const [, side, off = ''] = /([%#])(\?+)\}$/.exec(words) ?? [];
    return side === '%' ? token.slice(0, -off.length) : side === '#' ? token.slice(off.length) : token;
  });
}

/** Renames the token in all marks, for example to OTHER_TOKEN. */
export function renameMarks(text: string, name: string): string {
  return replaceMarks(text, (words) => markOf(words.replace(/(?<=\$\{?)TOKEN\b/, name) as Marked));
}
