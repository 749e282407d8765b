import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, nodesOf } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { bodyProperties, requestPropertiesOf } from '../reader/list-properties.ts';
import { listDocumentedResponses } from '../reader/list-response-headers.ts';
import { defineRule } from './define-rule.ts';

/** A link takes what it hands on from a field that the response has, and hands it to what the other operation takes. */
export const linkValues = defineRule(function* (contract) {
  const { document, operations } = contract;
  for (const response of listDocumentedResponses(contract))
    for (const [name, reference] of nodesOf(response.node.links)) {
      const { node, at } = followReference(document, reference, [...response.at, 'links', name]);
      const target = operations.find(({ id }) => id === node?.operationId);
      // A link to no operation is found by the rule unread-parts.
      if (!isNode(node) || !target) continue;
      const shown = bodyProperties(document, response.node, response.at).map((property) => property.name);
      const taken = [
        ...['path', 'query', 'header'].flatMap((place) => parametersOf(document, target, place)),
        ...requestPropertiesOf(document, target).map((property) => property.name),
      ];
      for (const key of ['requestBody', 'parameters'])
        for (const [field, value] of entriesOf(node[key])) {
          const from = /^\$response\.body#\/([^/]+)$/.exec(String(value))?.[1];
          const place = [...at, key, field];
          if (!taken.includes(field))
            yield { at: place, message: `The link ${name} hands on ${field}, which ${target.id} does not take.` };
          else if (from !== undefined && !shown.includes(from))
            yield { at: place, message: `The link ${name} takes ${field} from ${from}, which is no field of the response.` };
        }
    }
});

/** Lists the parameters of a place, as a link may call them: by the name alone, or after their place. */
function parametersOf(document: Node, { parameters, at }: Operation, place: string): string[] {
  return parameters
    .map((reference) => followReference(document, reference, at).node)
    .filter((parameter) => isNode(parameter) && parameter.in === place)
    .flatMap(({ name }: Node) => [String(name), `${place}.${name}`]);
}
