import { defineRule } from './define-rule.ts';

/** No two requirements of the document share an id: cases, reports and links go by it. */
export const requirementIdsUnique = defineRule(function* ({ requirements }) {
  const seen = new Map();
  for (const { node: requirement, at } of requirements) {
    const first = seen.get(requirement.id);
    if (first === undefined) seen.set(requirement.id, `#/${at.join('/')}`);
    else if (requirement.id !== undefined)
      yield {
        at: [...at, 'id'],
        message: `Requirement id '${requirement.id}' is taken by ${first}. Give this one an id of its own.`,
      };
  }
});
