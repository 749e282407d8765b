import { listTargets, toPointer } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Node, type Place, textOf } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import type { Violation } from './lifecycle-transition.ts';
import { checkTopics, listTopicPlaces } from './operation-topics.ts';
import { parseSources } from './parse-sources.ts';
import { splitSentences } from './split-sentences.ts';

/** Each requirement agrees with what it stands on, and with the features and sources of the document. Its form is in facts.schema.json. */
export const requirementForm = defineRule(function* (contract) {
  yield* checkFeatures(contract);
  yield* checkSources(contract);
  const { document, operations, requirementLists } = contract;
  const features = [...contract.features.keys()];
  const places = new Set(operations.flatMap((operation) => listTopicPlaces(document, operation)));
  for (const { owner, list, features: inherited, at } of requirementLists) {
    const keywords = keywordsBeside(document, owner, at);
    for (const [index, requirement] of itemsOf(list).entries()) {
      if (!isNode(requirement)) continue;
      const place = [...at, index];
      for (const { property, message } of checkEntry(requirement, { features, keywords, inherited }))
        yield { at: property !== undefined && property in requirement ? [...place, property] : place, message };
      if (requirement.about !== undefined && !places.has(toPointer(at.slice(0, -1))))
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
  for (const [name] of entriesOf(document['x-features']))
    if (!used.has(name))
      yield { at: ['x-features', name], message: `No requirement is of feature '${name}'. Add one, or take the feature out.` };
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

interface Around {
  /** Names of the document's features. */
  features: string[];
  /** Keywords beside the list when it stands on a schema. */
  keywords: string[] | undefined;
  /** Features of what the list stands at. */
  inherited: string[];
}

/** Compares one requirement with what is around it. */
function* checkEntry(requirement: Node, { features, keywords: beside, inherited }: Around): Generator<Violation> {
  const { feature, source, text, item, keywords } = requirement;
  const support = requirement.support ?? (inherited.length > 0 ? 'extended' : undefined);
  const called = `'${requirement.id}'`;
  if (support === undefined)
    yield {
      property: 'support',
      message: `${called} stands on nothing of a feature, and has no support. Write core or extended.`,
    };
  if (support === 'extended' && !features.includes(feature ?? inherited.at(-1)))
    yield {
      property: 'feature',
      message: `${called} is extended, of feature ${JSON.stringify(feature)}. Name a feature of x-features: ${features.join(', ') || 'none there yet'}.`,
    };
  if (support !== undefined)
    try {
      parseSources(source, support);
    } catch (error) {
      yield { property: 'source', message: `${called}: ${error instanceof Error ? error.message : error}` };
    }
  const sentences = splitSentences(textOf(text)).length;
  if (sentences > 2)
    yield { property: 'text', message: `${called} says ${sentences} sentences. Keep to one or two, or split the requirement.` };
  if (item !== undefined && !textOf(text).includes(`\`${item}\``))
    yield {
      property: 'item',
      message: `${called} has the item ${JSON.stringify(item)}, which its text does not name. Write the code of the item in backticks there.`,
    };
  if (keywords !== undefined && !beside)
    yield {
      property: 'keywords',
      message: `${called} has keywords but stands on no schema. Move it to the schema that has them.`,
    };
  for (const keyword of itemsOf(keywords))
    if (beside?.includes(keyword) === false)
      yield {
        property: 'keywords',
        message: `${called} rests on keyword '${keyword}', which its schema does not have. Name a JSON Schema keyword that stands beside it.`,
      };
}
