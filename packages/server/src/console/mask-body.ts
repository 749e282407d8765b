import { hasLongWord, hasSpelling, readNames, readSpellings } from './read-spellings.ts';

/**
 * The text that replaces a receipt. It also serves as a shell variable for whoever sends the request again with their own
 * receipt.
 */
export const maskedReceipt = '$WEB_RECEIPT';

/** A receipt's field and its value, in JSON, in invalid JSON or in a form. */
const receipt = /(web_?receipt["'\s]*[:=]\s*)(?:"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"',&}]+)/gi;

/**
 * A word as long as a token, a signature or a receipt; the service's ids are shorter. The expression matches only at the
 * beginning of a word, because trying each character would take ten times as long.
 */
const longWord = /whsec_[\w+/=-]+|(?<![\w-])[\w-]{40,}/g;

/**
 * Returns the body of a request in the form that may be kept: as it was sent, except that receipts and words as long as tokens
 * are masked. It works on the text, so that it is cheap and also works for invalid JSON.
 */
export function maskBody(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const isSpelled = hasSpelling(text);
  // The name may contain escapes, as "web\u0052eceipt" does.
  const plain = (isSpelled ? readNames(text) : text).replace(receipt, (_, name: string) => `${name}"${maskedReceipt}"`);
  return maskText(plain, isSpelled);
}

/**
 * Masks words as long as tokens in any text, even when they are spelled with escapes. A text without such words is returned as it
 * was sent.
 */
export function maskText(text: string, isSpelled: boolean = hasSpelling(text)): string {
  const plain = isSpelled ? readSpellings(text) : text;
  // Most texts have no such word, and this check takes a fiftieth of the time of masking.
  return hasLongWord(plain) || plain.includes('whsec_') ? maskWords(plain, text) : text;
}

function maskWords(plain: string, text: string): string {
  const masked = plain.replace(longWord, '…');
  return masked === plain ? text : masked;
}
