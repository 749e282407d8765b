import { followReference, parseReference, valueAt } from '../reader/follow-reference.ts';
import { isNode, itemsOf } from '../reader/json.ts';
import { requestPropertiesOf, responsePropertiesOf } from '../reader/list-properties.ts';
import { checkRequirement, defineRule } from './define-rule.ts';

/** Checks that the facts of properties name existing requirements, and rely on existing transitions and operations. */
export const propertyFacts = defineRule(function* (contract) {
  const { document, lifecycles, operations } = contract;
  const changed = lifecycles.flatMap(({ transitions }) => transitions.flatMap(({ node }) => itemsOf(node.changes)));
  const shown = operations.flatMap((operation) => responsePropertiesOf(document, operation));
  const sent = operations.flatMap((operation) => requestPropertiesOf(document, operation));
  for (const { name, node, at } of [...shown, ...sent]) {
    for (const fact of ['x-counts', 'x-default', 'x-numbered', 'x-once', 'x-set-by'])
      if (isNode(node[fact])) yield* checkRequirement(contract, node[fact].requirement, [...at, fact, 'requirement']);
    if (isNode(node['x-counts']) && !changed.includes(name))
      yield {
        at: [...at, 'x-counts'],
        message: `${name} counts events, but no transition changes it. Add it to \`changes\` of each transition that it counts.`,
      };
    const mark = node['x-set-by'];
    if (isNode(mark) && !operations.some(({ id, method }) => id === mark.operation && method === 'DELETE'))
      yield {
        at: [...at, 'x-set-by', 'operation'],
        message: `No DELETE has the operationId '${mark.operation}'. Correct the name, or add the operation.`,
      };
    if (!isNode(node['x-default'])) continue;
    const { of, field } = node['x-default'];
    const target = valueAt(document, parseReference(String(of)) ?? []);
    const setting = operations.find(
      (one) =>
        one.method === 'PUT' &&
        responsePropertiesOf(document, one).some((property) => property.name === field) &&
        requestPropertiesOf(document, one).some((property) => property.name === field),
    );
    if (isNode(target) && isNode(followReference(document, target, []).node?.properties?.[field]) && setting) continue;
    yield {
      at: [...at, 'x-default'],
      message: `${name} takes its default from ${field} of ${of}, which no PUT takes and returns. Correct the names, or add the operation.`,
    };
  }
});
