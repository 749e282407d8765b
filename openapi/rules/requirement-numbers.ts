import { listTargets } from '../reader/follow-reference.ts';
import { itemsOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { defineRule } from './define-rule.ts';

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** A requirement that speaks of a limit in figures says the figure of the keyword, or of the rate limit, that rests on it. */
export const requirementNumbers = defineRule(function* ({ document, requirementLists, rateLimits }) {
  for (const list of requirementLists) {
    const schemas = listTargets(document, list.owner, list.at).map(({ node }) => node);
    for (const { id, node, text, at } of requirementsOf(list)) {
      // Neither what is quoted nor a status of HTTP is a limit.
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
            message: `'${id}' says ${figures.join(' and ')}, and ${name} is ${value}. Make them agree.`,
          };
    }
  }
});
