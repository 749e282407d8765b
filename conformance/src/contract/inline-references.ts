import type { Schema } from './contract.ts';
import { follow } from './follow-reference.ts';

/**
 * Returns a schema with its references replaced by their targets. Keywords beside a reference win over those of the target. Where
 * a schema contains itself, the inner reference is replaced by a schema that allows anything.
 */
export function inlineReferences(document: Schema, schema: Schema, within: string[] = []): Schema {
  if (typeof schema.$ref === 'string') {
    const { $ref, ...beside } = schema;
    if (within.includes($ref as string)) return beside;
    const found = follow(document, $ref as string);
    if (!found) throw new Error(`The contract has nothing at ${$ref}.`);
    return inlineReferences(document, { ...found, ...beside }, [...within, $ref as string]);
  }
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    return typeof value === 'object' && value !== null ? inlineReferences(document, value as Schema, within) : value;
  };
  // The values of these keywords are data and not schemas.
  const isData = (keyword: string): boolean =>
    keyword.startsWith('x-') || ['examples', 'example', 'default', 'const', 'enum'].includes(keyword);
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, isData(keyword) ? value : inline(value)]));
}
