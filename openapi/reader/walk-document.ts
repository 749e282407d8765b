import { entriesOf, isNode, itemsOf, type Node, type Place, textOf } from './json.ts';

/** Keywords whose value is a map with keys that an author chose: in `properties`, the key `example` is not a keyword. */
const maps = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas', 'responses', 'parameters', 'headers'],
  ...['requestBodies', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'variables'],
  ...['examples', 'events', 'states', 'x-problems', 'x-features', 'x-scopes', 'x-sources'],
]);

/** Keywords whose value is data. A key in this data may have the name of a keyword, but is not a keyword. */
const data = new Set(['example', 'default', 'const', 'enum', 'value']);

/** An object of the document, its place, and its features: those of the objects around it, then its own. */
export interface Described {
  node: Node;
  at: Place;
  features: string[];
}

/** Visits every object of the document that is part of the API's description. Skips examples and other data. */
export function* walkDocument(
  node: unknown,
  at: Place = [],
  isMap = false,
  within: string[] = [],
): Generator<Described, void, undefined> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* walkDocument(item, [...at, index], false, within);
    return;
  }
  if (!isNode(node)) return;
  const own = isMap ? '' : textOf(node['x-feature']);
  const features = own === '' || within.includes(own) ? within : [...within, own];
  if (!isMap) yield { node, at, features };
  for (const [key, value] of Object.entries(node)) {
    if (!isMap && (data.has(key) || (key === 'examples' && Array.isArray(value)))) continue;
    yield* walkDocument(value, [...at, key], !isMap && maps.has(key) && isNode(value), features);
  }
}

const single = ['items', 'additionalProperties', 'unevaluatedProperties'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemaMaps = ['properties', 'patternProperties', '$defs'];

/** A schema and its place. For a schema in `properties`, `property` is the property's name. */
export interface Schema {
  node: Node;
  at: Place;
  property?: string;
}

/** Lists the direct subschemas that declare a part of the value. Leaves out conditions such as `if` or `not`. */
export function listSubschemas(schema: unknown, at: Place): Schema[] {
  if (!isNode(schema)) return [];
  return [
    ...single.map((key) => ({ node: schema[key], at: [...at, key] })),
    ...lists.flatMap((key) => itemsOf(schema[key]).map((node, index) => ({ node, at: [...at, key, index] }))),
    ...schemaMaps.flatMap((key) =>
      entriesOf(schema[key]).map(([name, node]) => ({
        node,
        at: [...at, key, name],
        ...(key === 'properties' && { property: name }),
      })),
    ),
  ].filter((found) => isNode(found.node));
}
