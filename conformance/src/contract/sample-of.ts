import { attempt } from '../text/attempt.ts';
import { listAlternatives } from './claimed-schema.ts';
import { compileSchema } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { pointed } from './follow-reference.ts';

/**
 * Returns a value, other than null, that a schema allows: an example, the default, a value of `enum`, or the simplest value of
 * its type.
 * @throws Error if it finds none; the contract must then contain an example
 */
export function sampleOf(schema: Schema, pointer: string): unknown {
  if (isOnlyObject(schema)) return requiredOf(schema, pointer);
  const isAllowed = compileSchema(schema);
  const isRight = (value: unknown): boolean => value !== undefined && value !== null && (isAllowed(value) as boolean);
  const stated = [...listed(schema.examples), schema.default, schema.const, ...listed(schema.enum)];
  const found = stated.find(isRight) ?? simplest(schema, pointer).find(isRight);
  if (found === undefined) throw new Error(`No value for ${pointer} can be made: give one under examples.`);
  return found;
}

/** Makes an object with a sample value for each required field. */
export function requiredOf({ properties = {}, required = [] }: Schema, pointer: string): Schema {
  // `required` may contain names that `properties` does not contain.
  const names = new Set([...Object.keys(properties).filter((name) => required.includes(name)), ...required]);
  const sampleAt = (name: string): unknown => sampleOf(properties[name] ?? {}, `${pointer}/properties/${pointed(name)}`);
  return Object.fromEntries([...names].map((name) => [name, sampleAt(name)]));
}

/** Keywords that an object always satisfies if it contains only the required fields and their values are valid. */
const ofObjects = new Set(['type', 'properties', 'required', 'additionalProperties', 'title', 'description', 'nullable']);

/** Returns whether a schema constrains only the single fields of an object. Such a schema need not be compiled. */
function isOnlyObject(schema: Schema): boolean {
  const { type, properties = {}, required = [] } = schema;
  return (
    (type === 'object' || (type === undefined && schema.properties !== undefined)) &&
    Object.keys(schema).every((keyword) => ofObjects.has(keyword) || keyword.startsWith('x-')) &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}

const listed = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

function simplest(schema: Schema, pointer: string): unknown[] {
  const { minLength, minimum, maximum, minItems, items } = schema;
  const least = typeof minLength === 'number' ? minLength : 1;
  const ofAlternatives = listAlternatives(schema).map((one) => attempt(() => sampleOf(one, pointer)));
  const isList = typeof items === 'object' && items !== null;
  const list = isList ? Array(Number(minItems ?? 1) || 1).fill(sampleOf(items as Schema, `${pointer}/items`)) : [];
  return [
    // If there is no `type`, a keyword such as `properties` shows which type is meant.
    ...(schema.properties === undefined ? [] : [requiredOf(schema, pointer)]),
    ...(isList ? [list] : []),
    'a'.repeat(Math.max(1, least)),
    'https://example.com/',
    minimum,
    maximum,
    1,
    true,
    {},
    requiredOf(schema, pointer),
    ...ofAlternatives,
    [],
  ];
}
