import { entriesOf, isNode, itemsOf, type Node, type Place } from './json.ts';

const single = ['items', 'additionalProperties', 'unevaluatedProperties'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', '$defs'];

/** A schema and its place; `property` is its name when it is one of `properties`. */
export interface Schema {
  node: Node;
  at: Place;
  property?: string;
}

/**
 * Lists the direct subschemas that declare a part of a value. Leaves out conditions, such as `if` or `not`, because
 * they only constrain what is declared beside them.
 */
export function listSubschemas(schema: unknown, at: Place): Schema[] {
  if (!isNode(schema)) return [];
  return [
    ...single.map((key) => ({ node: schema[key], at: [...at, key] })),
    ...lists.flatMap((key) => itemsOf(schema[key]).map((node, index) => ({ node, at: [...at, key, index] }))),
    ...maps.flatMap((key) =>
      entriesOf(schema[key]).map(([name, node]) => ({
        node,
        at: [...at, key, name],
        ...(key === 'properties' && { property: name }),
      })),
    ),
  ].filter((found) => isNode(found.node));
}
