import { defineRule } from './define-rule.js';
import { listRequirements } from './list-requirements.js';

/** No two requirements of the document share an id: cases, reports and links go by it. */
export const requirementIdsUnique = defineRule(function* (contract) {
  const seen = new Map();
  for (const { requirement, at } of listRequirements(contract)) {
    const first = seen.get(requirement.id);
    if (first === undefined) seen.set(requirement.id, `#/${at.join('/')}`);
    else if (requirement.id !== undefined)
      yield {
        at: [...at, 'id'],
        message: `Requirement id '${requirement.id}' is taken by ${first}. Give this one an id of its own.`,
      };
  }
});
