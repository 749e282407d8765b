import type { Schema } from './contract.ts';

/** The longest deliverable email address (RFC 5321, without angle brackets). */
const longestEmail = 254;

/** Makes a text of this length in the format of a schema, ignoring its pattern. */
export function textOf({ format }: Schema, length: number): string {
  if (format === 'uri') return 'https://example.com/'.padEnd(length, 'a').slice(0, length);
  return format === 'email' ? emailOf(length) : 'a'.repeat(length);
}

/**
 * Returns whether every server must accept the text that `textOf` makes for this length, as far as its format is concerned. A
 * server may check a format more strictly than the suite; for most formats only the contract's examples are certain.
 */
export function isCertain({ format }: Schema, length: number): boolean {
  return format === undefined || format === 'uri' || (format === 'email' && length <= longestEmail);
}

/** Makes an email address with a local part of at most 64 characters and domain labels of at most 63 (RFC 5321). */
function emailOf(length: number): string {
  const end = '.example.com';
  const free = Math.max(0, length - 1 - end.length);
  const local = 'a'.repeat(Math.min(64, Math.max(1, free - 1)));
  const labels = 'a'.repeat(Math.max(1, free - local.length)).replaceAll(/a{60}(?=aa)/g, (label) => `${label.slice(1)}.`);
  return `${local}@${labels}${end}`;
}
