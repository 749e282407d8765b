import { isObject } from './json.js';

/** Objects whose keys are names that the author chose, so that a member named `example` is not taken for the keyword. */
const maps = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'schemas', 'responses', 'parameters', 'headers'],
  ...['requestBodies', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'variables'],
  ...['examples', 'events', 'x-problems', 'x-features'],
]);

/** Where data stands, not description: whatever is in there, it is an example of traffic. */
const data = new Set(['example', 'default', 'const', 'enum', 'value']);

/**
 * Every object of the document that describes something, with its place; examples and other data are left out.
 * @param {unknown} node
 * @param {import('./define-rule.js').Place} [at]
 * @param {boolean} [isMap]
 * @returns {Generator<{ node: Record<string, any>, at: import('./define-rule.js').Place }>}
 */
export function* walkDocument(node, at = [], isMap = false) {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* walkDocument(item, [...at, index]);
    return;
  }
  if (!isObject(node)) return;
  if (!isMap) yield { node, at };
  for (const [key, value] of Object.entries(node)) {
    if (!isMap && (data.has(key) || (key === 'examples' && Array.isArray(value)))) continue;
    yield* walkDocument(value, [...at, key], !isMap && maps.has(key) && isObject(value));
  }
}
