import { findCount } from '../reader/find-stale-words.ts';
import { listTargets } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';
import { comparePositions, parseSources, splitSentences } from './parse-sources.ts';

/** Checks that each list of requirements is sorted: first the core ones by section, then the extended ones by decision. */
export const requirementOrder = defineRule(function* ({ requirementLists }) {
  for (const list of requirementLists) {
    let before: { id: string; source: string; position: number[] } | undefined;
    for (const { node, support, at } of requirementsOf(list)) {
      const { id, source } = node;
      const positions = readPositions(source, support);
      const [position] = positions;
      // Skips a source that has no position, because the rule requirement-form reports it.
      if (position === undefined) continue;
      if (positions.some((next, i) => i > 0 && comparePositions(positions[i - 1] ?? [], next) >= 0))
        yield {
          at: [...at, 'source'],
          message: `The sources of '${id}' are not in order: ${source}. Name each once, in the order of the document.`,
        };
      if (before && comparePositions(before.position, position) > 0)
        yield {
          at,
          message: `'${id}' (${support}, ${source}) comes after '${before.id}' (${before.source}). Sort the list: core by section and rule, then extended by decision.`,
        };
      else before = { id, source, position };
    }
  }
});

function readPositions(source: unknown, support: unknown) {
  try {
    return parseSources(source, support);
  } catch {
    return [];
  }
}

/** Checks that there are at least `minimum` requirements, so that none is removed by accident. Raise `minimum` for new ones. */
export const requirementCount = defineRule(function* ({ requirements }, { options }) {
  const count = requirements.length;
  if (!Number.isInteger(options.minimum))
    yield { at: [], message: 'requirement-count has no minimum. Set `minimum` in openapi/redocly.yaml.' };
  else if (count < options.minimum)
    yield {
      at: [],
      message: `The document has ${count} requirements, but at least ${options.minimum} are expected. Add each normative statement to an x-requirements; if statements were removed together with what they described, lower \`minimum\` in openapi/redocly.yaml.`,
    };
});

/** Checks that requirement ids are unique, because cases, reports and links refer to them. */
export const requirementIdsUnique = defineRule(function* ({ requirements }) {
  const seen = new Map();
  for (const { node: requirement, at } of requirements) {
    const first = seen.get(requirement.id);
    if (first === undefined) seen.set(requirement.id, `#/${at.join('/')}`);
    else if (requirement.id !== undefined)
      yield { at: [...at, 'id'], message: `The requirement id '${requirement.id}' is already used by ${first}. Use another id.` };
  }
});

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Checks that the number in a requirement agrees with the keyword or the rate limit that refers to the requirement. */
export const requirementNumbers = defineRule(function* ({ document, requirementLists, rateLimits }) {
  for (const list of requirementLists) {
    const schemas = listTargets(document, list.owner, list.at).map(({ node }) => node);
    for (const { id, node, text, at } of requirementsOf(list)) {
      // Removes quoted values and HTTP statuses, which are not limits.
      const words = text.replaceAll(/`[^`]*`|\b(?:refused with|returns|in place of) \d{3}\b/g, '');
      const figures = Array.from(words.matchAll(/\d+(?:\.\d+)?/g), ([figure]) => Number(figure));
      const keywords = itemsOf(node.keywords).filter((keyword) => bounds.includes(keyword));
      const stated = keywords.map((keyword) => [keyword, schemas.find((schema) => keyword in (schema ?? {}))?.[keyword]]);
      const limits = rateLimits
        .filter((limit) => limit.requirement === id)
        .map(({ name, requests, failures }) => [`the limit '${name}'`, Number.isNaN(requests) ? failures : requests]);
      for (const [name, value] of figures.length === 0 ? [] : [...stated, ...limits])
        if (typeof value === 'number' && !figures.includes(value))
          yield {
            at: [...at, 'text'],
            message: `'${id}' says ${figures.join(' and ')}, but ${name} is ${value}. Make them agree.`,
          };
    }
  }
});

/** Checks that a sentence with MUST or SHOULD names its requirement in square brackets. Otherwise nothing would test it. */
export const requirementSentences = defineRule(function* ({ document, requirements }, { readText }) {
  const levels = new Map(requirements.map(({ node }) => [node.id, node.level]));
  for (const { node, at } of walkDocument(document)) {
    for (const key of ['description', 'summary']) {
      for (const sentence of splitSentences(readText(node[key]) ?? ''))
        for (const message of checkSentence(sentence, levels)) yield { at: [...at, key], message };
    }
  }
});

function* checkSentence(sentence: string, levels: Map<string, string>): Generator<string> {
  const said = new Set(Array.from(sentence.matchAll(/\b(MUST|SHOULD)\b/g), ([level]) => level));
  if (said.size === 0) return;
  const quoted = sentence.length > 100 ? `${sentence.slice(0, 100)}…` : sentence;
  const named = listNames(sentence);
  if (named.length === 0) {
    yield `A sentence says ${[...said].join(' and ')} but names no requirement: "${quoted}" Add its id in brackets before the full stop: \`[some-requirement].\``;
    return;
  }
  for (const id of named) {
    const level = levels.get(id);
    if (level === undefined)
      yield `No requirement has the id '${id}', which is named in: "${quoted}" Correct the id, or add the requirement.`;
    else if (!said.has(level)) yield `'${id}' is a ${level}, but the sentence does not say so: "${quoted}" Make the words agree.`;
  }
  for (const word of said)
    if (!named.some((id) => (levels.get(id) ?? word) === word))
      yield `A sentence says ${word} but names no requirement of that level: "${quoted}" Add one, or change the word.`;
}

/** Finds the ids that a sentence names in square brackets, such as `[one-id, another-id]`. Skips links. */
function listNames(sentence: string) {
  return Array.from(sentence.matchAll(/\[([a-z][a-z0-9-]*(?:, *[a-z][a-z0-9-]*)*)\](?!\()/g), ([, names = '']) =>
    names.split(/, */),
  ).flat();
}

/** Checks that no prose counts operations, fields or the like, because such a count would become wrong unnoticed. */
export const proseWithoutCounts = defineRule(function* ({ document }, { readText }) {
  for (const { node, at } of walkDocument(document)) {
    for (const key of ['description', 'summary', 'text', 'title', 'cause', 'cure']) {
      const found = findCount(readText(node[key]) ?? '');
      if (found !== undefined)
        yield { at: [...at, key], message: `The prose counts "${found}", which the contract lists. Say it without the number.` };
    }
  }
});

/**
 * Checks that each `x-feature` exists, and that nothing in the feature is required of a deployment without it: the feature has no
 * core requirements, and no schema outside the feature requires the feature's properties.
 */
export const featureInherited = defineRule(function* ({ document, features, requirementLists }) {
  for (const { node, at, features: within } of walkDocument(document)) {
    const feature = node['x-feature'];
    if ('x-feature' in node && !features.has(feature))
      yield {
        at: [...at, 'x-feature'],
        message: `${JSON.stringify(feature)} is not a feature of x-features. Use one of these: ${[...features.keys()].join(', ') || 'none there yet'}.`,
      };
    for (const [name, property] of entriesOf(node.properties)) {
      const own = isNode(property) ? property['x-feature'] : undefined;
      const index = itemsOf(node.required).indexOf(name);
      if (own !== undefined && index >= 0 && !within.includes(own))
        yield {
          at: [...at, 'required', index],
          message: `'${name}' belongs to the feature '${own}', so deployments without that feature do not have the property. Remove it from \`required\`.`,
        };
    }
  }
  for (const list of requirementLists)
    for (const { id, node, at, features: needed } of requirementsOf(list))
      if (list.features.length > 0 && node.support === 'core')
        yield {
          at: [...at, 'support'],
          message: `'${id}' is core, but what it is on belongs to the feature ${needed.join(', ')}, which not every deployment claims. Remove \`support\`, or move the requirement.`,
        };
});
