import { requirementsOf } from '../reader/list-requirements.ts';
import { defineRule } from './define-rule.ts';
import { comparePositions, parseSources } from './parse-sources.ts';

/** Each list of requirements is sorted by source: core by section, then extended by decision. */
export const requirementOrder = defineRule(function* ({ requirementLists }) {
  for (const list of requirementLists) {
    let before: { id: string; source: string; position: number[] } | undefined;
    for (const { node, support, at } of requirementsOf(list)) {
      const { id, source } = node;
      const positions = readPositions(source, support);
      const [position] = positions;
      // A source without a place is reported by requirement-form.
      if (position === undefined) continue;
      if (positions.some((next, i) => i > 0 && comparePositions(positions[i - 1] ?? [], next) >= 0))
        yield {
          at: [...at, 'source'],
          message: `The sources of '${id}' are out of order: ${source}. Name each once, the first in its document first.`,
        };
      if (before && comparePositions(before.position, position) > 0)
        yield {
          at,
          message: `'${id}' (${support}, ${source}) stands after '${before.id}' (${before.source}). Sort the list: core by section and rule, then extended by decision.`,
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
