import { listTargets, toPointer } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Node, type Place } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { checkTopics, listTopicPlaces } from './operation-topics.ts';
import { checkEntry, slug } from './requirement-entry.ts';

/** Each requirement is written as the suite, the docs and the other rules read it. */
export const requirementForm = defineRule(function* (contract) {
  yield* checkFeatures(contract);
  yield* checkSources(contract);
  const { document, operations, requirementLists } = contract;
  const features = [...contract.features.keys()];
  const places = new Set(operations.flatMap((operation) => listTopicPlaces(document, operation)));
  for (const { owner, list, features: inherited, at } of requirementLists) {
    if (!Array.isArray(list) || list.length === 0)
      yield { at, message: 'x-requirements is no list with requirements in it. List at least one, or leave it out.' };
    const keywords = keywordsBeside(document, owner, at);
    for (const [index, requirement] of itemsOf(list).entries()) {
      const place = [...at, index];
      for (const { property, message } of checkEntry(requirement, { features, keywords, inherited }))
        yield { at: property !== undefined && property in requirement ? [...place, property] : place, message };
      if (requirement?.about !== undefined && !places.has(toPointer(at.slice(0, -1))))
        yield {
          at: [...place, 'about'],
          message: `'${requirement.id}' is about ${requirement.about}, but stands on no operation under paths, nor on a response or the request schema of one. Move it there, or take \`about\` out.`,
        };
    }
  }
  for (const operation of operations) yield* checkTopics(contract, operation);
});

function* checkFeatures({ document, requirements }: Contract): Generator<Finding> {
  const used = new Set(requirements.flatMap(({ features }) => features));
  if ('x-features' in document && !isNode(document['x-features']))
    yield { at: ['x-features'], message: 'x-features is no object. Write `x-features: { name: description }`.' };
  for (const [name, description] of entriesOf(document['x-features'])) {
    const at = ['x-features', name];
    if (!slug.test(name)) yield { at, message: `Feature '${name}' is no slug. Write words in lower case with hyphens.` };
    if (!isText(description))
      yield { at, message: `Feature '${name}' has no description. Say what a deployment claims with it.` };
    if (!used.has(name)) yield { at, message: `No requirement is of feature '${name}'. Add one, or take the feature out.` };
  }
}

/** The docs show a source with its title; a source without a requirement is a statement that binds nobody. */
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
          message: `'${requirement.id}' cites ${section}, which x-sources does not name. Add it there with a title, or correct the source.`,
        };
    }
  }
  for (const [section] of entriesOf(titles))
    if (!cited.has(section))
      yield { at: ['x-sources', section], message: `No requirement cites ${section}. Add one, or take it out of x-sources.` };
}

/** Lists the keywords that a requirement may rest on: those of the schema that it stands on, or of its parameter or header. */
function keywordsBeside(document: Node, owner: unknown, at: Place): string[] | undefined {
  if (isSchema(at)) return listTargets(document, owner, at).flatMap(({ node }) => Object.keys(node ?? {}));
  const { schema } = (owner ?? {}) as { schema?: unknown };
  if (schema === undefined) return undefined;
  return listTargets(document, schema, [...at.slice(0, -1), 'schema']).flatMap(({ node }) => Object.keys(node ?? {}));
}

/** Tells a place in a schema: among the components, or in a media type, header or parameter. */
function isSchema(at: Place): boolean {
  return (at[0] === 'components' && at[1] === 'schemas') || at.includes('schema');
}
