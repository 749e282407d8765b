/** The text in the place of a receipt; a reader's own comes there when the request is sent again. */
export const maskedReceipt = '$WEB_RECEIPT';

/** Text that may hold a secret: the field of a receipt, a field's name in disguise, or a word that is as long as a token. */
const suspicious = /webReceipt|whsec_|\\|[\w-]{40}/i;

/** A word as long as a token, a signature or a receipt; the ids of the service are shorter. */
const longWord = /whsec_[\w+/=-]+|[\w-]{40,}/g;

/**
 * Returns the body of a request as it may be kept: as it was sent when it can hold no secret, otherwise with receipts, and words as
 * long as tokens, masked. What cannot be read is not kept.
 */
export function maskBody(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  if (!suspicious.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text, maskValue));
  } catch {
    // No JSON, or too deep to go through.
    return `(${body.byteLength} bytes that cannot be read; they may hold a receipt and are not kept)`;
  }
}

/** Masks words as long as tokens, in any text. */
export function maskText(text: string): string {
  return text.replace(longWord, '…');
}

function maskValue(name: string, value: unknown): unknown {
  if (/^webReceipt$/i.test(name)) return maskedReceipt;
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (!names.some((one) => one.length >= 40)) return value;
  return Object.fromEntries(Object.entries(value).map(([one, inner]) => [maskText(one), inner]));
}
