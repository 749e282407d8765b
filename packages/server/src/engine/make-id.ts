const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** Fills a buffer of the given length from a source of randomness; the system's generator outside of tests. */
export type RandomBytes = (length: number) => Buffer;

/**
 * 26 Crockford characters in lower case: 48 bits of milliseconds, then 80 random bits (D-04).
 * Ordered by time, so that inserts stay at one end of the index; not to be guessed.
 */
export function makeId(
  prefix: 'inv' | 'rcp' | 'req' | 'evt' | 'acc' | 'tok' | 'sec',
  now: number,
  randomBytes: RandomBytes,
): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(now, 0, 6);
  return `${prefix}_${crockford(Buffer.concat([time, randomBytes(10)]), 26)}`;
}

/** `XXXXX-XXXXX`: 50 random bits in Crockford upper case (D-09). */
export function makeNote(randomBytes: RandomBytes): string {
  const text = crockford(randomBytes(7), 12).slice(-10).toUpperCase();
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

function crockford(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < length; i++) {
    text = CROCKFORD[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}
