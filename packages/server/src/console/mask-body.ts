import { hasLongWord, hasSpelling, readNames, readSpellings } from './read-spellings.ts';

/** The text in the place of a receipt; a reader's own comes there when the request is sent again. */
export const maskedReceipt = '$WEB_RECEIPT';

/** A field of a receipt and its value, in JSON or what was meant to be JSON, or in a form. */
const receipt = /(web_?receipt["'\s]*[:=]\s*)(?:"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"',&}]+)/gi;

/**
 * A word as long as a token, a signature or a receipt; the ids of the service are shorter. It is looked for at the beginnings of words
 * only: at each character it would take ten times as long.
 */
const longWord = /whsec_[\w+/=-]+|(?<![\w-])[\w-]{40,}/g;

/**
 * Returns the body of a request as it may be kept: as it was sent, but for receipts and words as long as tokens. It goes by the text,
 * so that it costs little and works for bodies that are no JSON.
 */
export function maskBody(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const isSpelled = hasSpelling(text);
  // A name may be in disguise, as "web\u0052eceipt".
  const plain = (isSpelled ? readNames(text) : text).replace(receipt, (_, name: string) => `${name}"${maskedReceipt}"`);
  return maskText(plain, isSpelled);
}

/** Masks words as long as tokens, in any text and in other spellings too; a text in which there is none stays as it was sent. */
export function maskText(text: string, isSpelled: boolean = hasSpelling(text)): string {
  const plain = isSpelled ? readSpellings(text) : text;
  // Most texts have none, which is found out in a fiftieth of the time.
  return hasLongWord(plain) || plain.includes('whsec_') ? maskWords(plain, text) : text;
}

function maskWords(plain: string, text: string): string {
  const masked = plain.replace(longWord, '…');
  return masked === plain ? text : masked;
}
