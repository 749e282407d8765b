import type { Schema } from './contract.ts';

export const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value to which a reference points in the document. */
export function follow(document: Schema, reference: string): Schema {
  const keys = reference.replace(/^#\//, '').split('/').map(unpointed);
  return keys.reduce<unknown>((at, key) => (at as Schema)?.[key], document) as Schema;
}

/** Escapes a key for a JSON pointer. `unpointed` is the reverse. */
export const pointed = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const unpointed = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** A schema or another part of a document, and the pointer to it. */
export interface Located {
  schema: Schema;
  pointer: string;
}

/** Follows the keys one by one from `start`, and resolves references on the way. */
export function locate(document: Schema, start: Schema, startPointer: string, ...keys: string[]): Located {
  let schema = start;
  let pointer = startPointer;
  for (const key of [undefined, ...keys]) {
    if (key !== undefined) {
      schema = schema[key] as Schema;
      pointer += `/${pointed(key)}`;
    }
    const passed = new Set<string>();
    while (typeof schema?.$ref === 'string') {
      if (passed.has(schema.$ref)) throw new Error(`The reference ${schema.$ref} leads to itself (${pointer}).`);
      passed.add(schema.$ref);
      pointer = schema.$ref.slice(1);
      schema = follow(document, schema.$ref);
    }
    if (!schema) throw new Error(`The contract has nothing at ${pointer}.`);
  }
  return { schema, pointer };
}

/** Returns the values under `examples` of a media type or a parameter. */
export const exampleValues = (document: Schema, { examples }: Schema): unknown[] =>
  Object.values((examples ?? {}) as Record<string, Schema>).map((example) => locate(document, example, '').schema.value);

/**
 * Replaces each reference in a schema with what it points to. Keywords next to the reference take precedence. If a schema
 * contains itself, a schema that allows anything replaces the inner reference.
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
  // The values of these keywords are data, so a `$ref` inside them is not a reference.
  const isData = (keyword: string): boolean =>
    keyword.startsWith('x-') || ['examples', 'example', 'default', 'const', 'enum'].includes(keyword);
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, isData(keyword) ? value : inline(value)]));
}
