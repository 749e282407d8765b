import type { Schema } from './contract.ts';
import { follow } from './follow-reference.ts';

/**
 * Returns a schema with what its references point at in their place; keywords beside a reference win, as both apply. A
 * schema that contains itself ends there with one that allows anything.
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
  // What stands under these is data, and no schema.
  const isData = (keyword: string): boolean =>
    keyword.startsWith('x-') || ['examples', 'example', 'default', 'const', 'enum'].includes(keyword);
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, isData(keyword) ? value : inline(value)]));
}
