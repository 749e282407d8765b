import type { Schema } from './contract.ts';

/** The longest address that mail can be sent to (RFC 5321, the angle brackets aside). */
const longestEmail = 254;

/** Makes a text of this length in the format of a schema, whatever its pattern says. */
export function textOf({ format }: Schema, length: number): string {
  if (format === 'uri') return 'https://example.com/'.padEnd(length, 'a').slice(0, length);
  return format === 'email' ? emailOf(length) : 'a'.repeat(length);
}

/**
 * Tells if a text of `textOf` with this length is one that every server must take, as far as its format goes. A server may look
 * closer at a format than the suite does; of most formats only the contract's examples are certain.
 */
export function isCertain({ format }: Schema, length: number): boolean {
  return format === undefined || format === 'uri' || (format === 'email' && length <= longestEmail);
}

/** Makes an address with a local part of at most 64 characters, and a domain of labels of at most 63 (RFC 5321). */
function emailOf(length: number): string {
  const end = '.example.com';
  const free = Math.max(0, length - 1 - end.length);
  const local = 'a'.repeat(Math.min(64, Math.max(1, free - 1)));
  const labels = 'a'.repeat(Math.max(1, free - local.length)).replaceAll(/a{60}(?=aa)/g, (label) => `${label.slice(1)}.`);
  return `${local}@${labels}${end}`;
}
