import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, type Node } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { defineRule } from './define-rule.ts';

/** A requirement names a status under which the operation that it stands on documents a response, or its response stands. */
export const statusWords = defineRule(function* ({ document, operations, requirementLists }) {
  const statuses = new Map<Node, Set<string>>();
  const add = (owner: Node, status: string) => statuses.set(owner, (statuses.get(owner) ?? new Set()).add(status));
  for (const { node, at } of operations.flatMap((operation) => [operation, ...operation.callbacks]))
    for (const [status, reference] of entriesOf(node.responses)) {
      add(node, status);
      add(followReference(document, reference, [...at, 'responses', status]).node, status);
    }
  for (const list of requirementLists) {
    const stated = [...(statuses.get(list.owner) ?? [])];
    for (const { id, text, at } of requirementsOf(list)) {
      const said = Array.from(
        text.matchAll(/\b(?:returns|refused with) (\d{3})\b|\b(\d{3}) response\b/g),
        (found) => found[1] ?? found[2],
      );
      // A text may speak of other responses beside its own.
      if (said.length === 0 || stated.length === 0 || said.some((status) => status && stated.includes(status))) continue;
      yield {
        at: [...at, 'text'],
        message: `'${id}' says ${said.join(' and ')}, and ${stated.join(', ')} ${stated.length > 1 ? 'are' : 'is'} documented. Make them agree.`,
      };
    }
  }
});
