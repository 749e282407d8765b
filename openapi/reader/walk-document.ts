import { isNode, type Node, type Place, textOf } from './json.ts';

/** Keywords whose objects have keys chosen by the author, so that a property named `example` is not mistaken for the keyword. */
const maps = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas', 'responses', 'parameters', 'headers'],
  ...['requestBodies', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'variables'],
  ...['examples', 'events', 'states', 'x-problems', 'x-features', 'x-scopes', 'x-sources'],
]);

/** Keywords whose values are data instead of descriptions. */
const data = new Set(['example', 'default', 'const', 'enum', 'value']);

/** An object that describes something, its place, and its features: those of the objects that contain it, then its own. */
export interface Described {
  node: Node;
  at: Place;
  features: string[];
}

/** Visits every object of the document that describes something; skips examples and other data. */
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
