import { isNode, type Node } from '../reader/json.ts';

/**
 * Bounds on the values that a service sends. Most belong to a feature that a deployment need not claim,
 * and a client that holds its reader to them loses an invoice that it could have shown.
 */
const bounds = [
  ...['pattern', 'minLength', 'maxLength', 'not'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

/** Visits a schema and those inside it, by the keywords that hold schemas: one, a list, or a map. */
function visitSchema(schema: unknown, visit: (schema: Node) => void): void {
  if (!isNode(schema)) return;
  visit(schema);
  const { properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  for (const inner of [...Object.values((properties ?? {}) as Node), items, additionalProperties, allOf, anyOf, oneOf].flat())
    visitSchema(inner, visit);
}

/** Takes away the bounds of what is read, and the types of URLs, which refuse some and write others anew. Changes the schema. */
export function dropBounds(read: Node): void {
  visitSchema(read, (schema) => {
    for (const keyword of bounds) delete schema[keyword];
    if (schema.format === 'uri') delete schema.format;
  });
}

/** Lets every field be missing: of an error no more is sure than its status. Changes the schema. */
export function dropRequired(read: Node): void {
  visitSchema(read, (schema) => void delete schema.required);
}
