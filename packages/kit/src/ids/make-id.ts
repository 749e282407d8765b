const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** The two Crockford digits for each ten-bit number, by index. */
const crockfordPairs = Array.from(digits).flatMap((first) => Array.from(digits, (second) => first + second));

/** Returns `length` random bytes. They come from the system's generator, except in tests. */
export type RandomBytes = (length: number) => Buffer;

/**
 * Makes an id: the prefix and 26 Crockford characters in lower case, which encode 48 bits of milliseconds and 80 random bits
 * (D-04). Ids are hard to guess. They are ordered by time, which keeps inserts at one end of the index.
 */
export function makeId(
  prefix: 'inv' | 'rcp' | 'req' | 'evt' | 'acc' | 'tok' | 'sec',
  now: number,
  randomBytes: RandomBytes,
): string {
  return `${prefix}_${writeTime(now)}${crockford(randomBytes(10), 16)}`;
}

/** The time that was encoded last, and its digits. Most requests in one turn of the event loop have the same time. */
let lastTime = Number.NaN;
let lastDigits = '';

function writeTime(now: number): string {
  if (now !== lastTime) {
    const bytes = Buffer.allocUnsafe(6);
    bytes.writeUIntBE(now, 0, 6);
    lastDigits = crockford(bytes, 10);
    lastTime = now;
  }
  return lastDigits;
}

/** Makes a note such as `XXXXX-XXXXX`: 50 random bits as Crockford characters in upper case (D-09). */
export function makeNote(randomBytes: RandomBytes): string {
  const text = crockford(randomBytes(7), 12).slice(-10).toUpperCase();
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Encodes the last 5 × `length` bits as Crockford digits; `length` is even. With BigInt it would take twenty times as long. */
function crockford(bytes: Buffer, length: number): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (let i = bytes.length - 1; text.length < length; i--) {
    held |= (bytes[i] ?? 0) << bits;
    for (bits += 8; bits >= 10 && text.length < length; bits -= 10) {
      text = crockfordPairs[held & 1023] + text;
      held >>= 10;
    }
  }
  return text;
}
