import { defineRule } from './define-rule.js';
import { isObject, itemsOf } from './json.js';
import { listRequirementLists } from './list-requirements.js';
import { comparePositions, parseSources } from './parse-sources.js';

/** Each list of requirements goes by where they stand: core by section, then extended by decision. */
export const requirementOrder = defineRule(function* (contract) {
  for (const { list, at } of listRequirementLists(contract)) {
    /** @type {{ id: string, source: string, position: number[] } | undefined} */
    let before;
    for (const [index, requirement] of itemsOf(list).entries()) {
      if (!isObject(requirement)) continue;
      const { id, source, support } = requirement;
      const positions = readPositions(source, support);
      const [position] = positions;
      // What has no place yet is for requirement-form to say.
      if (position === undefined) continue;
      if (positions.some((next, i) => i > 0 && comparePositions(positions[i - 1] ?? [], next) >= 0))
        yield {
          at: [...at, index, 'source'],
          message: `The sources of '${id}' are out of order: ${source}. Name each once, the first in its document first.`,
        };
      if (before && comparePositions(before.position, position) > 0)
        yield {
          at: [...at, index],
          message: `'${id}' (${support}, ${source}) stands after '${before.id}' (${before.source}). Sort the list: core by section and rule, then extended by decision.`,
        };
      else before = { id, source, position };
    }
  }
});

/**
 * @param {unknown} source
 * @param {unknown} support
 */
function readPositions(source, support) {
  try {
    return parseSources(source, support);
  } catch {
    return [];
  }
}
