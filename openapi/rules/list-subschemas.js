import { entriesOf, isObject, itemsOf } from './json.js';

const single = ['items', 'additionalProperties', 'unevaluatedProperties', 'contains', 'if', 'then', 'else', 'not'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/**
 * The schemas that stand directly in a schema, with their places and, of a member, its name.
 * @param {unknown} schema
 * @param {import('./define-rule.js').Place} at the schema's place
 * @returns {{ schema: Record<string, any>, at: import('./define-rule.js').Place, member?: string }[]}
 */
export function listSubschemas(schema, at) {
  if (!isObject(schema)) return [];
  return [
    ...single.map((key) => ({ schema: schema[key], at: [...at, key] })),
    ...lists.flatMap((key) => itemsOf(schema[key]).map((item, index) => ({ schema: item, at: [...at, key, index] }))),
    ...maps.flatMap((key) =>
      entriesOf(schema[key]).map(([name, item]) => ({
        schema: item,
        at: [...at, key, name],
        ...(key === 'properties' && { member: name }),
      })),
    ),
  ].filter((found) => isObject(found.schema));
}
