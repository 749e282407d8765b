import { followReference, parseReference, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, type Node } from '../reader/json.ts';
import type { Lifecycle } from '../reader/list-lifecycles.ts';
import type { Operation } from '../reader/list-operations.ts';
import { identifiersOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import type { Finding } from './define-rule.ts';
import { listProblemExamples } from './list-problem-responses.ts';

/** The conflict of two requests with one key, which has nothing to do with a state. */
const ofKeys = 'idempotency_in_progress';

/**
 * Checks that an operation which refuses an object for its state, with a 409, causes an event: the transitions of that say in which
 * states it succeeds. Without them the suite would call it in the initial one, and blame a server that is right to refuse.
 */
export function* checkConflicts({ document, operations }: Contract, lifecycle: Lifecycle): Generator<Finding> {
  const caused = new Set([...lifecycle.events.values()].map((event) => event?.operation));
  for (const operation of operations) {
    if (caused.has(operation.id) || !namesOneWith(document, operation, lifecycle)) continue;
    const at = [...operation.at, 'responses', '409'];
    const response = followReference(document, operation.node.responses?.['409'], at);
    const code = listProblemExamples(document, response.node ?? {}, response.at).find((example) => example.code !== ofKeys)?.code;
    if (code !== undefined)
      yield {
        at,
        message: `${operation.id} refuses with 409 '${code}', and no event of x-lifecycle is caused by it, so that nobody knows in which states it succeeds. Add one, \`{ cause: operation, operation: ${operation.id}, description }\`, and what it does in each state.`,
      };
  }
}

/** Tells if an operation names an object that has a status of the lifecycle. */
function namesOneWith(document: Node, operation: Operation, { schema }: Lifecycle): boolean {
  return identifiersOf(document, operation).some(({ node }) => {
    const keys = parseReference(String(node['x-identifies']))?.slice(0, -2) ?? [];
    const properties = entriesOf((valueAt(document, keys) as Node | undefined)?.properties);
    return properties.some(([, property]) => followReference(document, property, []).at.at(-1) === schema);
  });
}
