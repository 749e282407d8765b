/** The text that replaces a receipt. In a curl command it is a shell variable, which the user sets to another receipt. */
export const maskedReceipt = '$WEB_RECEIPT';

/** Matches the name and value of a receipt field, in valid or invalid JSON or in a form. */
const receipt = /(web_?receipt["'\s]*[:=]\s*)(?:"[^"\\]*(?:\\.[^"\\]*)*"?|[^\s"',&}]+)/gi;

/** Matches callback secrets, and words that are too long to be ids. The lookbehind makes the search ten times as fast. */
const longWord = /whsec_[\w+/=-]+|(?<![\w-])[\w-]{40,}/g;

/** The maximum number of characters of a body that are stored. No valid request is longer, and masking is slow. */
const longestBody = 9_000;

/**
 * Makes a copy of a request's body that is safe to store. Masks receipts, and words that are as long as tokens. Cuts off the end
 * of a very long body. Processes the body as text instead of parsing it, which is fast and works for invalid JSON.
 */
export function maskBody(body: Uint8Array): string {
  const text = cutBetweenWords(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString(), longestBody);
  const isSpelled = hasSpelling(text);
  // The field's name may contain escapes, such as "web\u0052eceipt".
  const plain = (isSpelled ? readNames(text) : text).replace(receipt, (_, name: string) => `${name}"${maskedReceipt}"`);
  return maskText(plain, isSpelled);
}

/** Masks words as long as tokens, even if their characters are escaped. A string without such words stays unchanged. */
export function maskText(text: string, isSpelled: boolean = hasSpelling(text)): string {
  const plain = isSpelled ? readSpellings(text) : text;
  // Most strings contain no such word, and this check takes only a fiftieth of the time of masking.
  return hasLongWord(plain) || plain.includes('whsec_') ? maskWords(plain, text) : text;
}

/** Masks the beginning of a string, and cuts off the rest. */
export const maskStart = (text: string, most = longestBody): string => maskText(cutBetweenWords(text, most));

/**
 * Shortens a string that is longer than `most`. The cut is before the word or escape that the limit would split, because half a
 * token would be too short to be recognised and masked. A string is cut before it is masked, because masking takes longer.
 */
function cutBetweenWords(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && (isPart[text.charCodeAt(end - 1)] || text.charCodeAt(end - 1) === 0)) end--;
  return `${text.slice(0, end)}…`;
}

function maskWords(plain: string, text: string): string {
  const masked = plain.replace(longWord, '…');
  return masked === plain ? text : masked;
}

/**
 * The functions below decode letters and digits that a body contains as escapes, such as `\u0041`, `%41` or `&#65;`. They work
 * in place, because regular expressions would take milliseconds for 30 KB of percent signs.
 */

/** The code of a decoded character and the position after its escape, in one number; -1 if there is no escape here. */
type Found = number;
type Reader = (units: Uint16Array, at: number) => Found;

/** The position in a `Found` is multiplied by this factor, which is greater than any code. */
const perPlace = 1024;
/** The code that means that a character is left out. */
const nothing = perPlace - 1;
const found = (code: number, end: number): Found => end * perPlace + code;

const numbersOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
const isWord = numbersOf(/[\w-]/);
/** Marks the characters that words and escapes consist of. Escapes of all other characters stay undecoded. */
const isPart = numbersOf(/[\w%&#;\\-]/);

const [zero, nine, lowerA, lowerF, lowerU, lowerX] = [0x30, 0x39, 0x61, 0x66, 0x75, 0x78];
const [backslash, percent, ampersand, hash, semicolon] = [0x5c, 0x25, 0x26, 0x23, 0x3b];
/** The bit that converts a letter to lower case. Digits already have it. */
const lowerBit = 0x20;

function digitOf(unit: number): number {
  if (unit >= zero && unit <= nine) return unit - zero;
  const letter = unit | lowerBit;
  return letter >= lowerA && letter <= lowerF ? letter - lowerA + 10 : -1;
}

/** Reads two hexadecimal digits. Returns -1 if there are not two. */
function hexAt(units: Uint16Array, at: number): number {
  if (at + 1 >= units.length) return -1;
  const [first, second] = [digitOf(units[at] as number), digitOf(units[at + 1] as number)];
  return first < 0 || second < 0 ? -1 : first * 16 + second;
}

const startsEscape = (units: Uint16Array, at: number): boolean =>
  ((units[at + 1] as number) | lowerBit) === lowerU && units[at + 2] === zero && units[at + 3] === zero;

/** Reads a numeric HTML character reference with at most nine digits. */
function readReference(units: Uint16Array, at: number): Found {
  if (units[at + 1] !== hash) return -1;
  const base = ((units[at + 2] as number) | lowerBit) === lowerX ? 16 : 10;
  const first = at + (base === 16 ? 3 : 2);
  let code = 0;
  for (let i = first; i < units.length && i <= first + 9; i++) {
    if (units[i] === semicolon) return isPart[code] ? found(code, i + 1) : -1;
    const digit = digitOf(units[i] as number);
    if (digit < 0 || digit >= base) return -1;
    code = code * base + digit;
  }
  return -1;
}

const readSpelling: Reader = (units, at) => {
  const unit = units[at];
  // Leaves out a zero byte. In UTF-16 text, every second byte may be one.
  if (unit === 0) return found(nothing, at + 1);
  if (unit === ampersand) return readReference(units, at);
  const digits = unit === percent ? at + 1 : unit === backslash && startsEscape(units, at) ? at + 4 : -1;
  if (digits < 0) return -1;
  const code = hexAt(units, digits);
  if (code === 0) return found(nothing, digits + 2);
  return isPart[code] ? found(code, digits + 2) : -1;
};

const readEscape: Reader = (units, at) => {
  if (units[at] !== backslash || !startsEscape(units, at)) return -1;
  const code = hexAt(units, at + 4);
  return isWord[code] ? found(code, at + 6) : -1;
};

/**
 * Decodes the escapes in `units` with `read`, in place. Returns the beginning of the array, which contains the result.
 * @param step how many characters after an undecoded backslash are copied without trying to decode them
 */
function readLayer(units: Uint16Array, read: Reader, step: 0 | 1): Uint16Array {
  let to = 0;
  for (let at = 0; at < units.length; ) {
    const one = read(units, at);
    if (one >= 0) {
      const code = one % perPlace;
      at = Math.floor(one / perPlace);
      if (code !== nothing) units[to++] = code;
      continue;
    }
    const kept = units[at] === backslash ? step : 0;
    units[to++] = units[at++] as number;
    if (kept && at < units.length) units[to++] = units[at++] as number;
  }
  return units.subarray(0, to);
}

/** Returns true if the string may contain an escape. Most strings contain no escape and need no decoding. */
function hasSpelling(text: string): boolean {
  if (!/[\\%&\0]/.test(text)) return false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > backslash) continue;
    if (unit === percent) {
      const next = text.charCodeAt(at + 1);
      if (next >= zero && next <= nine) return true;
    } else if (unit === ampersand) {
      if (text.charCodeAt(at + 1) === hash) return true;
    } else if (unit === backslash) {
      if ((text.charCodeAt(at + 1) | lowerBit) === lowerU) return true;
    } else if (unit === 0) return true;
  }
  return false;
}

function readText(text: string, read: Reader, step: 0 | 1, layers: number): string {
  const bytes = Buffer.from(text, 'utf16le');
  let units: Uint16Array = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  for (let layer = 0; layer < layers; layer++) {
    const before = units.length;
    units = readLayer(units, read, step);
    if (units.length === before) break;
  }
  return units.length === text.length ? text : Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

/** The maximum depth of nested escapes that are decoded. */
const mostLayers = 3;

/** Decodes the letters and digits in all kinds of escapes, including nested ones. */
const readSpellings = (text: string): string => readText(text, readSpelling, 0, mostLayers);

/** Decodes letters in JSON's `\u` escapes, so that escaped field names are found. */
function readNames(text: string): string {
  if (!text.includes('\\')) return text;
  return readText(text, readEscape, 1, 1);
}

/** Words with at least this many characters may be tokens, signatures or receipts. Ids of the service are shorter. */
const longest = 40;

/** Returns true if a string contains a word as long as a token. Checks only every 40th character and the word around it. */
function hasLongWord(text: string): boolean {
  for (let at = longest - 1; at < text.length; at += longest) {
    let start = at;
    while (start >= 0 && isWord[text.charCodeAt(start)]) start--;
    let end = at;
    while (end < text.length && isWord[text.charCodeAt(end)] && end - start <= longest) end++;
    if (end - start > longest) return true;
  }
  return false;
}
