import { followReference, type Target } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { listSubschemas } from '../reader/list-subschemas.ts';
import { defineRule } from './define-rule.ts';

/**
 * Request bodies are closed, so that a misspelt property is refused and not ignored; payloads of callbacks are open,
 * so that they can grow without breaking a receiver that validates them. A map inside a body, whose keys the client chooses, is
 * closed when it says of which type its values are.
 */
export const requestSchemaClosed = defineRule(function* ({ document, operations }) {
  const taken = new Set(operations.flatMap((operation) => objectsOfBody(document, operation).map(({ node }) => node)));
  const isOfRequest = (node: Node): boolean => taken.has(node);
  for (const operation of operations) {
    for (const { node, at } of objectsOfBody(document, operation)) {
      if ([node.type].flat().includes('array')) continue;
      if (node.additionalProperties !== false && !isMap(node))
        yield {
          at: 'additionalProperties' in node ? [...at, 'additionalProperties'] : at,
          message: `Schema ${at.at(-1)} of a request body takes fields that it does not name. Add \`additionalProperties: false\`${isNode(node.properties) || at.at(-1) === 'schema' ? '' : ', or for keys that the client chooses the schema of their values, with its `type`'}.`,
        };
    }
    for (const callback of operation.callbacks) {
      for (const { node, at } of objectsOfBody(document, callback))
        for (const key of ['additionalProperties', 'unevaluatedProperties'])
          if (node[key] === false)
            yield {
              at: [...at, key],
              message: `Schema ${at.at(-1)} of a callback's payload is closed, so the payload could never grow. Take \`${key}: false\` out${isOfRequest(node) ? ', and give the request, which is closed, a schema of its own' : ''}.`,
            };
    }
  }
});

/** Tells a map: an object that names no properties, and says of which type those that come may be. */
function isMap({ properties, additionalProperties }: Node): boolean {
  return properties === undefined && isNode(additionalProperties) && additionalProperties.type !== undefined;
}

/** Lists every object schema in an operation's JSON request body: the body's own, and those inside. */
function objectsOfBody(document: Node, { node, at }: Operation): Target[] {
  const body = followReference(document, node.requestBody, [...at, 'requestBody']);
  return entriesOf(body.node?.content)
    .filter(([type]) => /^application\/(.+\+)?json\b/.test(type))
    .flatMap(([type, media]) =>
      listObjects(document, { node: media?.schema, at: [...body.at, 'content', type, 'schema'] }, true),
    );
}

function listObjects(document: Node, reference: Target, isBody: boolean, seen = new Set<unknown>()): Target[] {
  const { node, at } = followReference(document, reference.node, reference.at);
  if (!isNode(node) || seen.has(node)) return [];
  seen.add(node);
  // A choice of bodies names no properties itself: each of its branches is closed, or none.
  const isChoice = !isNode(node.properties) && (itemsOf(node.oneOf).length > 0 || itemsOf(node.anyOf).length > 0);
  const isOpen = isBody || isNode(node.properties) || [node.type].flat().includes('object');
  const inside = listSubschemas(node, at).flatMap((sub) =>
    listObjects(document, { node: sub.node, at: sub.at }, isBody && isChoice && sub.property === undefined, seen),
  );
  return isOpen && !isChoice ? [{ node, at }, ...inside] : inside;
}
