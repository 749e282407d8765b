import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../engine/make-id.ts';

const stockSize = 4096;

/** Reads the system's generator many bytes at a time, as a call costs more than they do. No byte is used twice. */
export function createRandomBytes(): RandomBytes {
  let stock = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    if (length > stockSize) return randomBytes(length);
    if (used + length > stock.length) {
      stock = randomBytes(stockSize);
      used = 0;
    }
    used += length;
    return stock.subarray(used - length, used);
  };
}
