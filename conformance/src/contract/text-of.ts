import type { Schema } from './contract.ts';

/** Makes a text of this length in the format of a schema, whatever its pattern says. */
export function textOf({ format }: Schema, length: number): string {
  return format === 'uri' ? 'https://example.com/'.padEnd(length, 'a').slice(0, length) : 'a'.repeat(length);
}
