import { defineRule } from './define-rule.js';
import { followReference } from './follow-reference.js';
import { entriesOf, isObject, itemsOf } from './json.js';
import { listCallbacks, listOperations } from './list-operations.js';
import { listSubschemas } from './list-subschemas.js';

/** @typedef {import('./define-rule.js').Contract} Contract */
/** @typedef {import('./follow-reference.js').Target} Target */

/**
 * What we read is closed, so that a misspelt member is refused and not ignored; what we send to callbacks is open,
 * so that it can grow without breaking whoever validates it.
 */
export const requestSchemaClosed = defineRule(function* (contract) {
  for (const operation of listOperations(contract)) {
    for (const { node, at } of objectsOfBody(contract, operation)) {
      if (node.additionalProperties !== false)
        yield {
          at: 'additionalProperties' in node ? [...at, 'additionalProperties'] : at,
          message: `Schema ${at.at(-1)} of a request body takes members that it does not name. Add \`additionalProperties: false\`.`,
        };
    }
    for (const callback of listCallbacks(contract, operation)) {
      for (const { node, at } of objectsOfBody(contract, callback))
        for (const key of ['additionalProperties', 'unevaluatedProperties'])
          if (node[key] === false)
            yield {
              at: [...at, key],
              message: `Schema ${at.at(-1)} of a callback's payload is closed, so the payload could never grow. Take \`${key}: false\` out.`,
            };
    }
  }
});

/**
 * Every object schema in an operation's JSON request body: the body's own, and those inside.
 * @param {Contract} contract
 * @param {import('./list-operations.js').Operation} operation
 * @returns {Target[]}
 */
function objectsOfBody(contract, { operation, at }) {
  const body = followReference(contract, operation.requestBody, [...at, 'requestBody']);
  return entriesOf(body.node?.content)
    .filter(([type]) => /^application\/(.+\+)?json\b/.test(type))
    .flatMap(([type, media]) =>
      listObjects(contract, { node: media?.schema, at: [...body.at, 'content', type, 'schema'] }, true),
    );
}

/**
 * @param {Contract} contract
 * @param {Target} reference
 * @param {boolean} isBody the body itself counts as an object even when it does not say so
 * @param {Set<unknown>} [seen]
 * @returns {Target[]}
 */
function listObjects(contract, reference, isBody, seen = new Set()) {
  const { node, at } = followReference(contract, reference.node, reference.at);
  if (!isObject(node) || seen.has(node)) return [];
  seen.add(node);
  // A choice of bodies names no members itself: each of its branches is closed, or none.
  const isChoice = !isObject(node.properties) && (itemsOf(node.oneOf).length > 0 || itemsOf(node.anyOf).length > 0);
  const isOpen = isBody || isObject(node.properties) || [node.type].flat().includes('object');
  const inside = listSubschemas(node, at).flatMap((sub) =>
    listObjects(contract, { node: sub.schema, at: sub.at }, isBody && isChoice && sub.member === undefined, seen),
  );
  return isOpen && !isChoice ? [{ node, at }, ...inside] : inside;
}
