/** The text in the place of a receipt; a reader's own comes there when the request is sent again. */
export const maskedReceipt = '$WEB_RECEIPT';

/** A field of a receipt and its value, in JSON or what was meant to be JSON, or in a form. */
const receipt = /(web_?receipt["'\s]*[:=]\s*)(?:"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"',&}]+)/gi;

/** An escape; of a visible character when it has a number. */
const escaped = /\\(?:u00([2-7][\da-f])|[\s\S])/gi;

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
  // A name in disguise, as "web\u0052eceipt".
  const plain = text.includes('\\u00') ? text.replace(escaped, readEscape) : text;
  return maskText(plain.replace(receipt, (_, name: string) => `${name}"${maskedReceipt}"`));
}

/** Masks words as long as tokens, in any text. */
export function maskText(text: string): string {
  return text.replace(longWord, '…');
}

function readEscape(whole: string, code: string | undefined): string {
  const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
  return /[\w-]/.test(character) ? character : whole;
}
