import { followReference } from '../reader/follow-reference.ts';
import { isNode } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/**
 * Requests and responses have schemas of their own, so that a field is listed where it is sent and nowhere else; and a body that an
 * operation takes has to be sent. Types, stubs and the suite know nothing of fields that are in a schema and never sent.
 */
export const oneWaySchemas = defineRule(function* ({ document, operations }) {
  for (const { node, at } of walkDocument(document))
    for (const [key, other] of [
      ['readOnly', 'requests'],
      ['writeOnly', 'responses'],
    ] as const)
      if (node[key] === true)
        yield {
          at: [...at, key],
          message: `${at.at(-1)} is ${key}, which no program here reads. Take \`${key}\` out, and the field out of the schemas of ${other}.`,
        };
  for (const { id, node, at } of operations) {
    const body = followReference(document, node.requestBody, [...at, 'requestBody']);
    if (isNode(body.node) && body.node.required !== true)
      yield {
        at: 'required' in body.node ? [...body.at, 'required'] : body.at,
        message: `${id} takes a body that may be left out, which no program here expects. Say \`required: true\`, or make another operation without a body.`,
      };
  }
});
