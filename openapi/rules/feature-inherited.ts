import { entriesOf, isNode, itemsOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/**
 * Everything below an `x-feature` belongs to that feature: a deployment that does not claim it is held to nothing there, so
 * no core requirement stands below, and no schema outside requires a property of it.
 */
export const featureInherited = defineRule(function* ({ document, features, requirementLists }) {
  for (const { node, at, features: within } of walkDocument(document)) {
    const feature = node['x-feature'];
    if ('x-feature' in node && !features.has(feature))
      yield {
        at: [...at, 'x-feature'],
        message: `${JSON.stringify(feature)} is no feature of x-features. Name one: ${[...features.keys()].join(', ') || 'none there yet'}.`,
      };
    for (const [name, property] of entriesOf(node.properties)) {
      const own = isNode(property) ? property['x-feature'] : undefined;
      const index = itemsOf(node.required).indexOf(name);
      if (own !== undefined && index >= 0 && !within.includes(own))
        yield {
          at: [...at, 'required', index],
          message: `'${name}' belongs to the feature '${own}', so a deployment without that has no such property. Take it out of \`required\`.`,
        };
    }
  }
  for (const list of requirementLists)
    for (const { id, node, at, features: needed } of requirementsOf(list))
      if (list.features.length > 0 && node.support === 'core')
        yield {
          at: [...at, 'support'],
          message: `'${id}' is core, and stands below the feature ${needed.join(', ')}, which not everybody claims. Take \`support\` out, or move it.`,
        };
});
