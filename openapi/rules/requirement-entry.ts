import { isNode, isText, itemsOf } from '../reader/json.ts';
import type { Violation } from './lifecycle-transition.ts';
import { parseSources } from './parse-sources.ts';
import { splitSentences } from './split-sentences.ts';
import { unknownKeys } from './unknown-keys.ts';

/** Topics on which each operation under `paths` has one requirement: the derived cases hang on these. */
export const neededTopics = ['success', 'authentication', 'method'];

/** Topics on which an operation that takes a body, or that returns one, has one requirement. */
export const bodyTopics = { request: ['malformed-body', 'wrong-types'], response: ['media-type'] };

/** Topics that an operation needs when its facts say so: a scope, the id of an invoice, a body, an optional property. */
export const factTopics = ['scope', 'ownership', 'unknown-id', 'validation', 'null-property'];

export const topics = [...neededTopics, ...bodyTopics.request, ...bodyTopics.response, 'success-status', ...factTopics];

const properties = ['id', 'level', 'support', 'feature', 'about', 'keywords', 'item', 'source', 'untestable', 'text'];

/** Keywords that refuse something; a feature may claim these, never a description. */
const assertions = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
]);

/** Matches an id, a feature, an event: names that appear in links, file names and options. */
export const slug = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

interface Around {
  /** Names of the document's features. */
  features: string[];
  /** Keywords beside the list when it stands on a schema. */
  keywords: string[] | undefined;
  /** Features of what the list stands at. */
  inherited: string[];
}

/** Finds what is wrong with one entry of an `x-requirements`, apart from the rest of the document. */
export function* checkEntry(requirement: unknown, { features, keywords, inherited }: Around): Generator<Violation> {
  if (!isNode(requirement)) {
    yield { message: 'The requirement is no object. Write `{ id, level, support, source, text }`.' };
    return;
  }
  const { id, level, feature, about, source, text, untestable } = requirement;
  const support = requirement.support ?? (inherited.length > 0 ? 'extended' : undefined);
  const called = isText(id) ? `'${id}'` : 'The requirement';
  for (const key of unknownKeys(requirement, properties))
    yield { property: key, message: `${called} has an unknown field '${key}'. Known are ${properties.join(', ')}.` };
  if (typeof id !== 'string' || !slug.test(id))
    yield {
      property: 'id',
      message: `The id ${JSON.stringify(id)} is no slug. Write words in lower case with hyphens: \`create-ids-distinct\`.`,
    };
  if (level !== 'MUST' && level !== 'SHOULD')
    yield { property: 'level', message: `${called} has level ${JSON.stringify(level)}. Write MUST or SHOULD.` };
  if (support !== 'core' && support !== 'extended')
    yield { property: 'support', message: `${called} has support ${JSON.stringify(support)}. Write core or extended.` };
  if (support === 'extended' && !features.includes(feature ?? inherited.at(-1)))
    yield {
      property: 'feature',
      message: `${called} is extended, of feature ${JSON.stringify(feature)}. Name a feature of x-features: ${features.join(', ') || 'none there yet'}.`,
    };
  if (support === 'core' && feature !== undefined)
    yield {
      property: 'feature',
      message: `${called} is core, so it is of no feature. Take \`feature\` out, or make it extended.`,
    };
  if (about !== undefined && !topics.includes(about))
    yield { property: 'about', message: `${called} is about ${JSON.stringify(about)}. Known are ${topics.join(', ')}.` };
  if ('untestable' in requirement && !isText(untestable))
    yield { property: 'untestable', message: `Nothing says why ${called} has no case. Write the reason after \`untestable\`.` };
  if (support === 'core' || support === 'extended') yield* checkSource(called, source, support);
  yield* checkText(called, text);
  if ('item' in requirement && !(isText(text) && text.includes(`\`${requirement.item}\``)))
    yield {
      property: 'item',
      message: `${called} has the item ${JSON.stringify(requirement.item)}, which its text does not name. Write the code of the item in backticks there.`,
    };
  if ('keywords' in requirement) yield* checkKeywords(called, requirement.keywords, keywords);
}

function* checkSource(called: string, source: unknown, support: string): Generator<Violation> {
  try {
    parseSources(source, support);
  } catch (error) {
    yield { property: 'source', message: `${called}: ${error instanceof Error ? error.message : error}` };
  }
}

function* checkText(called: string, text: unknown): Generator<Violation> {
  const sentences = isText(text) ? splitSentences(text).length : 0;
  if (!isText(text) || !text.endsWith('.'))
    yield { property: 'text', message: `${called} has no text that ends with a full stop. Say what is demanded in a sentence.` };
  else if (sentences > 2)
    yield { property: 'text', message: `${called} says ${sentences} sentences. Keep to one or two, or split the requirement.` };
}

function* checkKeywords(called: string, claimed: unknown, beside: string[] | undefined): Generator<Violation> {
  if (!Array.isArray(claimed) || claimed.length === 0 || new Set(claimed).size < claimed.length) {
    yield {
      property: 'keywords',
      message: `${called} has keywords that are no list of different names. List at least one, or leave it out.`,
    };
    return;
  }
  if (!beside) {
    yield {
      property: 'keywords',
      message: `${called} has keywords but stands on no schema. Move it to the schema that has them.`,
    };
    return;
  }
  for (const keyword of itemsOf(claimed))
    if (!beside.includes(keyword))
      yield {
        property: 'keywords',
        message: `${called} rests on keyword '${keyword}', which its schema does not have. Name a JSON Schema keyword that stands beside it.`,
      };
    else if (!assertions.has(keyword))
      yield {
        property: 'keywords',
        message: `${called} rests on keyword '${keyword}', which refuses nothing: validators take it for words. Name a keyword that does, or take it out.`,
      };
}
