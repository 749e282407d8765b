import { listTargets, toPointer } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Node, type Place, textOf } from '../reader/json.ts';
import { scopesOf } from '../reader/list-access.ts';
import type { Operation } from '../reader/list-operations.ts';
import { identifiersOf, listBodyParts, requestPropertiesOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import type { Violation } from './lifecycle-transition.ts';
import { parseSources, splitSentences } from './parse-sources.ts';

/** Topics of requirements on a field with relations. Other topics belong to an operation, its request schema or a response. */
const topicsOfNumbers = ['number-spelling', 'nearest-double'];

/** Checks that requirements suit their objects, and name existing features and sources. The schema checks their form. */
export const requirementForm = defineRule(function* (contract) {
  yield* checkFeatures(contract);
  yield* checkSources(contract);
  const { document, operations, requirementLists } = contract;
  const features = [...contract.features.keys()];
  const ofCells = new Set(contract.lifecycles.flatMap(({ transitions }) => transitions.map(({ node }) => node.requirement)));
  const places = new Set(operations.flatMap((operation) => listTopicPlaces(document, operation)));
  for (const { owner, list, features: inherited, at } of requirementLists) {
    const keywords = keywordsBeside(document, owner, at);
    for (const [index, requirement] of itemsOf(list).entries()) {
      if (!isNode(requirement)) continue;
      const place = [...at, index];
      for (const { property, message } of checkEntry(requirement, { features, keywords, inherited }))
        yield { at: property !== undefined && property in requirement ? [...place, property] : place, message };
      if (entriesOf(requirement.clauses).length === 1 && requirement.keywords === undefined && !ofCells.has(requirement.id))
        yield {
          at: [...place, 'clauses'],
          message: `'${requirement.id}' has only one clause. Remove \`clauses\`, or add the other ones.`,
        };
      const isOfField = topicsOfNumbers.includes(String(requirement.about)) && itemsOf(owner['x-relations']).length > 0;
      if (requirement.about !== undefined && !isOfField && !places.has(toPointer(at.slice(0, -1))))
        yield {
          at: [...place, 'about'],
          message: `'${requirement.id}' is about ${requirement.about}, but is not on an operation under paths, nor on a response or the request schema of one. Move it there, or remove \`about\`.`,
        };
    }
  }
  for (const operation of operations) yield* checkTopics(contract, operation);
});

function* checkFeatures({ document, requirements }: Contract): Generator<Finding> {
  const used = new Set(requirements.flatMap(({ features }) => features));
  for (const [name] of entriesOf(document['x-features']))
    if (!used.has(name))
      yield {
        at: ['x-features', name],
        message: `No requirement belongs to the feature '${name}'. Add one, or remove the feature.`,
      };
}

/** Checks that each source has a title and a requirement. Without a requirement, the contract would lack what the source says. */
function* checkSources({ document, requirements }: Contract): Generator<Finding> {
  const titles = document['x-sources'];
  if (titles === undefined) return;
  const cited = new Set();
  for (const { node: requirement, at } of requirements) {
    for (const source of typeof requirement.source === 'string' ? requirement.source.split(', ') : []) {
      const [section = ''] = source.split(' rule ');
      cited.add(section);
      if (!isText(titles?.[section]))
        yield {
          at: [...at, 'source'],
          message: `'${requirement.id}' cites ${section}, which is not in x-sources. Add it there with a title, or correct the source.`,
        };
    }
  }
  for (const [section] of entriesOf(titles))
    if (!cited.has(section))
      yield { at: ['x-sources', section], message: `No requirement cites ${section}. Add one, or remove it from x-sources.` };
}

/** Lists the keywords that a requirement may name: those of its schema, or of the `schema` of its parameter or header. */
function keywordsBeside(document: Node, owner: unknown, at: Place): string[] | undefined {
  if (isSchema(at)) return listTargets(document, owner, at).flatMap(({ node }) => keywordsWithin(document, node));
  const { schema } = (owner ?? {}) as { schema?: unknown };
  if (schema === undefined) return undefined;
  return listTargets(document, schema, [...at.slice(0, -1), 'schema']).flatMap(({ node }) => Object.keys(node ?? {}));
}

/** Lists the keywords of a schema, and of the schemas of its items, map keys and map values: these cannot have requirements. */
function keywordsWithin(document: Node, schema: Node[string]): string[] {
  const inside = [schema?.items, schema?.additionalProperties, schema?.propertyNames].filter(isNode);
  const targets = inside.flatMap((one) => listTargets(document, one, []));
  return [schema, ...targets.map(({ node }) => node)].flatMap((one) => Object.keys(one ?? {}));
}

function isSchema(at: Place): boolean {
  return (at[0] === 'components' && at[1] === 'schemas') || at.includes('schema');
}

interface Around {
  features: string[];
  /** The keywords of the schema that states the requirements; undefined if something other than a schema states them. */
  keywords: string[] | undefined;
  /** The features of the objects that contain the requirement. */
  inherited: string[];
}

function* checkEntry(requirement: Node, { features, keywords: beside, inherited }: Around): Generator<Violation> {
  const { feature, source, text, item, keywords } = requirement;
  const support = requirement.support ?? (inherited.length > 0 ? 'extended' : undefined);
  const called = `'${requirement.id}'`;
  if (support === undefined)
    yield {
      property: 'support',
      message: `${called} has no \`support\`, and what it is on belongs to no feature. Write core or extended.`,
    };
  if (support === 'extended' && !features.includes(feature ?? inherited.at(-1)))
    yield {
      property: 'feature',
      message: `${called} is extended, but has the feature ${JSON.stringify(feature)}. Use a feature of x-features: ${features.join(', ') || 'none there yet'}.`,
    };
  if (support !== undefined)
    try {
      parseSources(source, support);
    } catch (error) {
      yield { property: 'source', message: `${called}: ${error instanceof Error ? error.message : error}` };
    }
  const sentences = splitSentences(textOf(text)).length;
  if (sentences > 2)
    yield { property: 'text', message: `${called} has ${sentences} sentences. Write one or two, or split the requirement.` };
  if (item !== undefined && !textOf(text).includes(`\`${item}\``))
    yield {
      property: 'item',
      message: `${called} has the item ${JSON.stringify(item)}, which its text does not mention. Add the code to the text, in backticks.`,
    };
  if (keywords !== undefined && !beside)
    yield {
      property: 'keywords',
      message: `${called} has keywords, but is not on a schema. Move it to the schema that has them.`,
    };
  for (const keyword of itemsOf(keywords))
    if (beside?.includes(keyword) === false)
      yield {
        property: 'keywords',
        message: `${called} has the keyword '${keyword}', which its schema does not have. Use a keyword of the schema.`,
      };
}

/** Topics on which each operation must state exactly one requirement, because derived cases name that requirement. */
const neededTopics = ['success', 'authentication', 'method'];

/** Topics on which an operation must state a requirement if it has a request body (`request`) or a response body (`response`). */
const bodyTopics = { request: ['malformed-body', 'wrong-types'], response: ['media-type'] };

/** Lists, as JSON pointers, the operation, its responses and its request schema, which may state requirements on a topic. */
function listTopicPlaces(document: Node, { node, at }: Operation): string[] {
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
 * Checks that an operation states exactly one requirement on each topic that it needs. If the operation belongs to no feature,
 * its requirements on `neededTopics` and `bodyTopics` must be core, because every deployment has the operation.
 */
function* checkTopics(contract: Contract, operation: Operation): Generator<Finding> {
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
        message: `${called} has ${count || 'no'} ${isCore ? 'core ' : ''}requirements about ${topic}. Write exactly one on each operation: \`about: ${topic}\`.`,
      };
  }
  for (const [topic, fact] of demandsOf(document, operation)) {
    const count = own.filter(({ about }) => about === topic).length;
    if (count !== 1)
      yield {
        at: place,
        message: `${called} ${fact}, but ${count || 'no'} requirements are about ${topic}. Write exactly one, \`about: ${topic}\`, on the operation, its request schema or a response.`,
      };
  }
  const statuses = own.filter(({ about }) => about === 'success-status').length;
  if (statuses > 1)
    yield {
      at: place,
      message: `${called} has ${statuses} requirements about success-status. Keep one, because there is only one such status.`,
    };
}

/** Lists the topics on which an operation must state a requirement because it has a request body or a response body. */
function ofBodies(document: Node, { node, at }: Operation): string[] {
  const hasResponseBody = entriesOf(node.responses).some(
    ([status, response]) =>
      status.startsWith('2') && listTargets(document, response, [...at, 'responses', status]).at(-1)?.node?.content !== undefined,
  );
  return [...(node.requestBody === undefined ? [] : bodyTopics.request), ...(hasResponseBody ? bodyTopics.response : [])];
}

/** Lists the topics on which an operation needs a requirement because of its scopes or its request, each with the reason. */
function demandsOf(document: Node, operation: Operation): [topic: string, fact: string][] {
  const properties = requestPropertiesOf(document, operation);
  const [identifier] = identifiersOf(document, operation);
  const optional = properties.find(({ required, node }) => !required && ![node.type].flat().includes('null'));
  const demands: [string, string, unknown][] = [
    ['scope', 'needs a scope', scopesOf(document, operation).length > 0],
    ['ownership', `takes the id of an invoice in ${identifier?.name}`, identifier],
    ['unknown-id', `takes the id of an invoice in ${identifier?.name}`, identifier],
    ['validation', 'has a request body', properties.length > 0],
    ['null-property', `takes the optional property ${optional?.name}`, optional],
  ];
  return demands.flatMap(([topic, fact, holds]) => (holds ? [[topic, fact] as [string, string]] : []));
}
