import { randomBytes } from 'node:crypto';

/**
 * A mark stands for a secret in the texts of requests and responses: `$TOKEN`, or what a shell makes of it. It is letters
 * and digits only, so that a URL, JSON and a page hold it as it is. Nobody outside this process can write one: marks are
 * filled in before anything is sent, and written as their words before anything is shown.
 */
const nonce = `m${randomBytes(16).toString('hex')}x`;
const marks = new RegExp(`${nonce}((?:[0-9a-f]{2}){1,100})z`, 'g');
// A text that was shortened may end within a mark.
const cutMark = new RegExp(`${nonce}[0-9a-f]*`, 'g');

/** Words that a mark stands for; base64 is written where the shell has no word for it. */
export type Marked = `$${string}` | `base64($${string}:)` | `base64(api:$${string})` | `base64($${string})`;

/** A part of a text: what it says, or what it has a mark for. */
export type Part = string | { words: Marked };

/** Returns the mark that stands for these words. */
export function markOf(words: Marked): string {
  return `${nonce}${Buffer.from(words).toString('hex')}z`;
}

const wordsOf = (hex: string): Marked => Buffer.from(hex, 'hex').toString() as Marked;

/** Divides a text at its marks. */
export function splitMarks(text: string): Part[] {
  return text.split(marks).flatMap((part, at): Part[] => (at % 2 === 1 ? [{ words: wordsOf(part) }] : part === '' ? [] : [part]));
}

/** Tells if a text has a mark: in a response, the deployment repeated a token. */
export function hasMark(text: string): boolean {
  return text.includes(nonce);
}

/** Replaces each mark. */
export function replaceMarks(text: string, replacement: (words: Marked) => string): string {
  return text.includes(nonce) ? text.replace(marks, (_, hex: string) => replacement(wordsOf(hex))) : text;
}

/** Writes marks as their words, for a reader. */
export function showMarks(text: string): string {
  return text.includes(nonce) ? replaceMarks(text, (words) => words).replace(cutMark, '$…') : text;
}

/** The mark for the token of the run. */
export const tokenMark = markOf('$TOKEN');

/** The value of the header that every operation takes. */
export const bearerToken = `Bearer ${tokenMark}`;

/** The mark for the token as a user without a password (RFC 7617). */
export const tokenAsUser = markOf('base64($TOKEN:)');

/** The mark for a token that is a user and a password, with a colon between them. */
export const tokenAsPair = markOf('base64($TOKEN)');

/** The mark for the token as the password of a user. */
export const tokenAsPassword = markOf('base64(api:$TOKEN)');

/** Returns the mark for the token without so many of its last or its first characters. */
export function tokenWithout(place: 'end' | 'beginning', characters: number): string {
  return markOf(`$\{TOKEN${place === 'end' ? '%' : '#'}${'?'.repeat(characters)}}`);
}

/** Fills in the token for each mark. */
export function fillIn(text: string, token: string): string {
  return replaceMarks(text, (words) => {
    const [, before, after] = /^base64\(([^$]*)\$\w+(?!\w)(.*)\)$/.exec(words) ?? [];
    if (before !== undefined) return Buffer.from(`${before}${token}${after}`).toString('base64');
    const [, side, off = ''] = /([%#])(\?+)\}$/.exec(words) ?? [];
    return side === '%' ? token.slice(0, -off.length) : side === '#' ? token.slice(off.length) : token;
  });
}

/** Gives the marks for the token of the run another name. */
export function renameMarks(text: string, name: string): string {
  return replaceMarks(text, (words) => markOf(words.replace(/(?<=\$\{?)TOKEN\b/, name) as Marked));
}
