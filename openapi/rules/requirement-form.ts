import { listTargets, toPointer } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Place } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { checkEntry, neededTopics, slug } from './requirement-entry.ts';

/** Each requirement is written as the suite, the docs and the other rules read it. */
export const requirementForm = defineRule(function* (contract) {
  yield* checkFeatures(contract);
  yield* checkSources(contract);
  const { document, operations, requirementLists } = contract;
  const features = [...contract.features.keys()];
  const called = new Set(operations.map(({ at }) => toPointer([...at, 'x-requirements'])));
  for (const { owner, list, at } of requirementLists) {
    if (!Array.isArray(list) || list.length === 0)
      yield { at, message: 'x-requirements is no list with requirements in it. List at least one, or leave it out.' };
    const keywords = isSchema(at) ? listTargets(document, owner, at).flatMap(({ node }) => Object.keys(node ?? {})) : undefined;
    for (const [index, requirement] of itemsOf(list).entries()) {
      const place = [...at, index];
      for (const { property, message } of checkEntry(requirement, { features, keywords }))
        yield { at: property !== undefined && property in requirement ? [...place, property] : place, message };
      if (requirement?.about !== undefined && !called.has(toPointer(at)))
        yield {
          at: [...place, 'about'],
          message: `'${requirement.id}' is about ${requirement.about}, but stands on no operation under paths. Move it there, or take \`about\` out.`,
        };
    }
  }
  for (const operation of operations) yield* checkTopics(operation);
});

function* checkFeatures({ document, requirements }: Contract): Generator<Finding> {
  const used = new Set(requirements.map(({ feature }) => feature));
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

function* checkTopics({ node: operation, at }: Operation): Generator<Finding> {
  const list = itemsOf(operation['x-requirements']);
  const place = 'x-requirements' in operation ? [...at, 'x-requirements'] : at;
  const called = operation.operationId ?? 'The operation';
  for (const topic of neededTopics) {
    const count = list.filter((requirement) => requirement?.about === topic && requirement.support === 'core').length;
    if (count !== 1)
      yield {
        at: place,
        message: `${called} has ${count || 'no'} core requirements about ${topic}. Each operation has exactly one: \`about: ${topic}\`.`,
      };
  }
  const statuses = list.filter((requirement) => requirement?.about === 'success-status').length;
  if (statuses > 1)
    yield {
      at: place,
      message: `${called} has ${statuses} requirements about success-status. Keep one: there is one such status.`,
    };
}

/** Tells a place in a schema: among the components, or in a media type, header or parameter. */
function isSchema(at: Place): boolean {
  return (at[0] === 'components' && at[1] === 'schemas') || at.includes('schema');
}
