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

/** Masks words as long as tokens, in any text and in other spellings too; a text in which there is none stays as it was sent. */
export function maskText(text: string): string {
  const plain = /[\\%&\0]/.test(text) ? readSpellings(text) : text;
  const masked = plain.replace(longWord, '…');
  return masked === plain ? text : masked;
}

/** The times that a text may be encoded, one in the other, and still be read. */
const mostLayers = 3;
/** A character of a word as JSON, a URL or HTML may write it, or the half of one in UTF-16. */
const spelled = /\\u00([2-7][\da-f])|%([2-7][\da-f])|&#x0{0,6}([2-7][\da-f]);|&#0{0,6}(\d{2,3});|\0|(?:\\u00|%)00/gi;

function readSpellings(text: string): string {
  let plain = text;
  for (let layer = 0; layer < mostLayers; layer++) {
    const read = plain.replace(spelled, (whole, json?: string, percent?: string, hex?: string, decimal?: string) => {
      const code = json ?? percent ?? hex;
      if (!code && !decimal) return '';
      const character = String.fromCharCode(code ? Number.parseInt(code, 16) : Number(decimal));
      // Only what a word or another layer is made of: the rest is shown as it was sent.
      return /[\w%&#;\\-]/.test(character) ? character : whole;
    });
    if (read === plain) break;
    plain = read;
  }
  return plain;
}

function readEscape(whole: string, code: string | undefined): string {
  const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
  return /[\w-]/.test(character) ? character : whole;
}
