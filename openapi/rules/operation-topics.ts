import { listTargets, toPointer } from '../reader/follow-reference.ts';
import { entriesOf, type Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { identifiersOf, listBodyParts, requestPropertiesOf } from '../reader/list-properties.ts';
import { scopesOf } from '../reader/list-scopes.ts';
import type { Contract } from '../reader/read-contract.ts';
import type { Finding } from './define-rule.ts';

/** Topics on which each operation under `paths` has one requirement: the derived cases hang on these. */
const neededTopics = ['success', 'authentication', 'method'];

/** Topics on which an operation that takes a body, or that returns one, has one requirement. */
const bodyTopics = { request: ['malformed-body', 'wrong-types'], response: ['media-type'] };

/** Lists where an operation's requirements about a topic may stand, as JSON pointers: itself, its responses, its request schema. */
export function listTopicPlaces(document: Node, { node, at }: Operation): string[] {
  const body = listTargets(document, node.requestBody, [...at, 'requestBody']).at(-1);
  const media = entriesOf(body?.node?.content).flatMap(([type, value]) =>
    listBodyParts(document, value?.schema, [...(body?.at ?? at), 'content', type, 'schema']).flatMap((part) =>
      listTargets(document, part.node, part.at),
    ),
  );
  const responses = entriesOf(node.responses).flatMap(([status, response]) =>
    listTargets(document, response, [...at, 'responses', status]),
  );
  return [at, ...[...media, ...responses].map((target) => target.at)].map(toPointer);
}

/**
 * Checks that an operation has one requirement on each topic that every operation needs, and on each that its facts demand.
 * An operation of a feature has them extended: no deployment is held to it before it claims the feature.
 */
export function* checkTopics(contract: Contract, operation: Operation): Generator<Finding> {
  const { document, requirements } = contract;
  const { node, at, feature, id } = operation;
  const places = new Set(listTopicPlaces(document, operation));
  const own = requirements.filter((requirement) => places.has(toPointer(requirement.at.slice(0, -2))));
  const place = 'x-requirements' in node ? [...at, 'x-requirements'] : at;
  const called = id || 'The operation';
  const isCore = feature === '';
  for (const topic of [...neededTopics, ...ofBodies(document, operation)]) {
    const count = own.filter(({ about, support }) => about === topic && (!isCore || support === 'core')).length;
    if (count !== 1)
      yield {
        at: place,
        message: `${called} has ${count || 'no'} ${isCore ? 'core ' : ''}requirements about ${topic}. Each operation has exactly one: \`about: ${topic}\`.`,
      };
  }
  for (const [topic, fact] of demandsOf(document, operation)) {
    const count = own.filter(({ about }) => about === topic).length;
    if (count !== 1)
      yield {
        at: place,
        message: `${called} ${fact}, and ${count || 'no'} requirements are about ${topic}. Have exactly one, \`about: ${topic}\`, on the operation, its request schema or a response.`,
      };
  }
  const statuses = own.filter(({ about }) => about === 'success-status').length;
  if (statuses > 1)
    yield {
      at: place,
      message: `${called} has ${statuses} requirements about success-status. Keep one: there is one such status.`,
    };
}

/** Lists the topics that the bodies of an operation demand. */
function ofBodies(document: Node, { node, at }: Operation): string[] {
  const hasResponseBody = entriesOf(node.responses).some(
    ([status, response]) =>
      status.startsWith('2') && listTargets(document, response, [...at, 'responses', status]).at(-1)?.node?.content !== undefined,
  );
  return [...(node.requestBody === undefined ? [] : bodyTopics.request), ...(hasResponseBody ? bodyTopics.response : [])];
}

/** Lists the topics that the facts of an operation demand, with the fact. */
function demandsOf(document: Node, operation: Operation): [topic: string, fact: string][] {
  const properties = requestPropertiesOf(document, operation);
  const [identifier] = identifiersOf(document, operation);
  const optional = properties.find(({ required, node }) => !required && ![node.type].flat().includes('null'));
  const demands: [string, string, unknown][] = [
    ['scope', 'asks for a scope', scopesOf(document, operation).length > 0],
    ['ownership', `takes the id of an invoice in ${identifier?.name}`, identifier],
    ['unknown-id', `takes the id of an invoice in ${identifier?.name}`, identifier],
    ['validation', 'has a request body', properties.length > 0],
    ['null-property', `takes the optional property ${optional?.name}`, optional],
  ];
  return demands.flatMap(([topic, fact, holds]) => (holds ? [[topic, fact] as [string, string]] : []));
}
