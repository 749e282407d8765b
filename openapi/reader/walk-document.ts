import { isNode, type Node, type Place } from './json.ts';

/** Objects whose keys are names that the author chose, so that a property named `example` is not taken for the keyword. */
const maps = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas', 'responses', 'parameters', 'headers'],
  ...['requestBodies', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'variables'],
  ...['examples', 'events', 'x-problems', 'x-features'],
]);

/** Keywords that hold data, not description: whatever is in there, it is an example of traffic. */
const data = new Set(['example', 'default', 'const', 'enum', 'value']);

/** Walks over every object of the document that describes something; leaves out examples and other data. */
export function* walkDocument(node: unknown, at: Place = [], isMap = false): Generator<{ node: Node; at: Place }> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* walkDocument(item, [...at, index]);
    return;
  }
  if (!isNode(node)) return;
  if (!isMap) yield { node, at };
  for (const [key, value] of Object.entries(node)) {
    if (!isMap && (data.has(key) || (key === 'examples' && Array.isArray(value)))) continue;
    yield* walkDocument(value, [...at, key], !isMap && maps.has(key) && isNode(value));
  }
}
