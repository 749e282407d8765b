import { followReference, listTargets } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, type Place } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { defineRule, type Finding } from './define-rule.ts';

/**
 * Bodies are JSON objects, and those of refusals problems: stubs, client and suite read and write nothing else, and would stop at
 * another, or take it for an object without fields.
 */
export const bodyForms = defineRule(function* ({ document, operations }) {
  for (const operation of operations) {
    const { id, node, at } = operation;
    yield* checkBody(document, `${id} takes`, node.requestBody, [...at, 'requestBody'], 'a file as base64 in a field of it');
    for (const [status, response] of entriesOf(node.responses))
      if (status.startsWith('2'))
        yield* checkBody(document, `${id} returns`, response, [...at, 'responses', status], 'a file by its URL in a field of it');
      else yield* checkProblem(document, operation, status, response);
  }
});

function* checkBody(document: Node, who: string, holder: Node, place: Place, way: string): Generator<Finding> {
  const body = listTargets(document, holder, place).at(-1);
  for (const [type, media] of entriesOf(body?.node?.content)) {
    const at = [...(body?.at ?? place), 'content', type];
    if (type !== 'application/json')
      yield { at, message: `${who} ${type}, and every program here reads and writes JSON only. Make it a JSON object: ${way}.` };
    else yield* checkSchema(document, who, media?.schema, [...at, 'schema']);
  }
}

function* checkSchema(document: Node, who: string, schema: unknown, at: Place): Generator<Finding> {
  const { node } = followReference(document, schema, at);
  if ([node?.type].flat().includes('array'))
    yield {
      at,
      message: `${who} a list, and every program here reads bodies as objects. Put the list into a field of one, which can also grow.`,
    };
  const made = ['oneOf', 'anyOf', 'allOf'].find((keyword) => isNode(node) && keyword in node);
  if (made !== undefined)
    yield {
      at,
      message: `${who} a body made by ${made}, and server, client and suite read the \`properties\` of one object. List all fields in one; where each alternative needs fields of its own, put the choice into a field, or make each an operation.`,
    };
}

function* checkProblem(document: Node, { id, at }: Operation, status: string, response: Node): Generator<Finding> {
  const body = listTargets(document, response, [...at, 'responses', status]).at(-1);
  for (const [type] of entriesOf(body?.node?.content))
    if (type !== 'application/problem+json')
      yield {
        at: [...(body?.at ?? at), 'content', type],
        message: `${id} refuses with ${type} and ${status}. Every refusal is a problem: application/problem+json.`,
      };
}
