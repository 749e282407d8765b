import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';

/**
 * Returns a value that a schema allows and that is not null: an example, the default, a value of `enum`, or the simplest
 * of its type.
 * @throws where none of these is allowed: the contract must give an example
 */
export function sampleOf(schema: Schema, pointer: string): unknown {
  const isAllowed = compileSchema(schema);
  const found = [
    ...listed(schema.examples),
    schema.default,
    schema.const,
    ...listed(schema.enum),
    ...simplest(schema, pointer),
  ].find((value) => value !== undefined && value !== null && isAllowed(value));
  if (found === undefined) throw new Error(`No value for ${pointer} can be made: give one under examples.`);
  return found;
}

const listed = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

function simplest({ minLength, minimum, maximum, minItems, items }: Schema, pointer: string): unknown[] {
  const least = typeof minLength === 'number' ? minLength : 1;
  const isList = typeof items === 'object' && items !== null;
  const list = isList ? Array(Number(minItems ?? 1) || 1).fill(sampleOf(items as Schema, `${pointer}/items`)) : [];
  return ['a'.repeat(Math.max(1, least)), 'https://example.com/', minimum, maximum, 1, true, {}, list, []];
}
