import { isObject, isText, itemsOf, unknownKeys } from './json.js';
import { parseSources } from './parse-sources.js';
import { splitSentences } from './split-sentences.js';

/** What each operation under `paths` says once at core: the derived cases hang on these. */
export const neededTopics = ['success', 'authentication', 'media-type', 'method', 'malformed-body', 'wrong-types'];

/** What a requirement may be about. */
export const topics = [...neededTopics, 'success-status'];

const members = ['id', 'level', 'support', 'feature', 'about', 'keywords', 'source', 'text'];

/** Keywords that refuse something; a feature may claim these, never a description. */
const assertions = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['required', 'dependentRequired', 'minProperties', 'maxProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);

/** An id, a feature, an event: what appears in links, file names and options. */
export const slug = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * What is wrong with one entry of an `x-requirements`, apart from the rest of the document.
 * @param {unknown} requirement
 * @param {{ features: string[], keywords: string[] | undefined }} around the document's features; the keywords beside the
 *   list when it stands on a schema
 * @returns {Generator<{ member?: string, message: string }>}
 */
export function* checkEntry(requirement, { features, keywords }) {
  if (!isObject(requirement)) {
    yield { message: 'The requirement is no object. Write `{ id, level, support, source, text }`.' };
    return;
  }
  const { id, level, support, feature, about, source, text } = requirement;
  const called = isText(id) ? `'${id}'` : 'The requirement';
  for (const key of unknownKeys(requirement, members))
    yield { member: key, message: `${called} has an unknown member '${key}'. Known are ${members.join(', ')}.` };
  if (typeof id !== 'string' || !slug.test(id))
    yield {
      member: 'id',
      message: `The id ${JSON.stringify(id)} is no slug. Write words in lower case with hyphens: \`create-ids-distinct\`.`,
    };
  if (level !== 'MUST' && level !== 'SHOULD')
    yield { member: 'level', message: `${called} has level ${JSON.stringify(level)}. Write MUST or SHOULD.` };
  if (support !== 'core' && support !== 'extended')
    yield { member: 'support', message: `${called} has support ${JSON.stringify(support)}. Write core or extended.` };
  if (support === 'extended' && !features.includes(feature))
    yield {
      member: 'feature',
      message: `${called} is extended, of feature ${JSON.stringify(feature)}. Name a feature of x-features: ${features.join(', ') || 'none there yet'}.`,
    };
  if (support === 'core' && feature !== undefined)
    yield { member: 'feature', message: `${called} is core, so it is of no feature. Take \`feature\` out, or make it extended.` };
  if (about !== undefined && !topics.includes(about))
    yield { member: 'about', message: `${called} is about ${JSON.stringify(about)}. Known are ${topics.join(', ')}.` };
  if (support === 'core' || support === 'extended') yield* checkSource(called, source, support);
  yield* checkText(called, text);
  if ('keywords' in requirement) yield* checkKeywords(called, requirement.keywords, keywords);
}

/**
 * @param {string} called
 * @param {unknown} source
 * @param {string} support
 */
function* checkSource(called, source, support) {
  try {
    parseSources(source, support);
  } catch (error) {
    yield { member: 'source', message: `${called}: ${error instanceof Error ? error.message : error}` };
  }
}

/**
 * @param {string} called
 * @param {unknown} text
 */
function* checkText(called, text) {
  const sentences = isText(text) ? splitSentences(text).length : 0;
  if (!isText(text) || !text.endsWith('.'))
    yield { member: 'text', message: `${called} has no text that ends with a full stop. Say what is demanded in a sentence.` };
  else if (sentences > 2)
    yield { member: 'text', message: `${called} says ${sentences} sentences. Keep to one or two, or split the requirement.` };
}

/**
 * @param {string} called
 * @param {unknown} claimed
 * @param {string[] | undefined} beside
 */
function* checkKeywords(called, claimed, beside) {
  if (!Array.isArray(claimed) || claimed.length === 0 || new Set(claimed).size < claimed.length) {
    yield {
      member: 'keywords',
      message: `${called} has keywords that are no list of different names. List at least one, or leave it out.`,
    };
    return;
  }
  if (!beside) {
    yield { member: 'keywords', message: `${called} has keywords but stands on no schema. Move it to the schema that has them.` };
    return;
  }
  for (const keyword of itemsOf(claimed))
    if (!assertions.has(keyword) || !beside.includes(keyword))
      yield {
        member: 'keywords',
        message: `${called} rests on keyword '${keyword}', which its schema does not have. Name a JSON Schema keyword that stands beside it.`,
      };
}
