import { itemsOf, type Node } from '../reader/json.ts';
import { type Lifecycle, stateAfter } from '../reader/list-lifecycles.ts';
import type { Contract } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { checkConflicts } from './lifecycle-conflicts.ts';
import { checkFeatures } from './lifecycle-features.ts';
import { checkTransition } from './lifecycle-transition.ts';

/** `x-lifecycle` says what every event does in every state, and names only what the rest of the document has. */
export const lifecycleComplete = defineRule(function* (contract) {
  const { lifecycles } = contract;
  if (lifecycles.length !== 1)
    yield {
      at: [],
      message: `${lifecycles.length || 'No'} schemas carry an x-lifecycle. Put exactly one, on the schema of the status.`,
    };
  for (const lifecycle of lifecycles) {
    yield* checkStates(lifecycle);
    yield* checkFeatures(contract, lifecycle);
    for (const [name, event] of lifecycle.events) yield* checkEvent(contract, lifecycle, name, event);
    for (const transition of lifecycle.transitions) {
      const { node, at } = transition;
      for (const { property, message } of checkTransition(contract, lifecycle, transition))
        yield { at: property !== undefined && property in node ? [...at, property] : at, message };
    }
    yield* checkCoverage(lifecycle);
    yield* checkReachable(lifecycle);
    yield* checkConflicts(contract, lifecycle);
  }
});

function* checkStates({ node: declared, at, schema, states }: Lifecycle): Generator<Finding> {
  const place = (key: string) => (key in declared ? [...at, key] : at);
  if (states.length === 0) {
    yield { at, message: `${schema} has no enum, so there are no states. List them in \`enum\`.` };
    return;
  }
  if (!states.includes(declared.initial))
    yield {
      at: place('initial'),
      message: `Initial ${JSON.stringify(declared.initial)} is no state. Use one of ${states.join(', ')}.`,
    };
  for (const state of itemsOf(declared.terminal))
    if (!states.includes(state))
      yield {
        at: place('terminal'),
        message: `Terminal ${JSON.stringify(state)} is no state. Use some of ${states.join(', ')}.`,
      };
}

function* checkEvent(
  { operations }: Contract,
  { at: lifecycleAt }: Lifecycle,
  name: string,
  event: Node[string],
): Generator<Finding> {
  const at = [...lifecycleAt, 'events', name];
  const ids = operations.map(({ node }) => node.operationId);
  if (event?.cause === 'operation' && !ids.includes(event.operation))
    yield {
      at: 'operation' in event ? [...at, 'operation'] : at,
      message: `Event '${name}' is caused by operation ${JSON.stringify(event.operation)}, which is not under paths. Use one of ${ids.join(', ')}.`,
    };
}

function* checkCoverage({ at, node: declared, states, events, transitions }: Lifecycle): Generator<Finding> {
  for (const event of events.keys()) {
    for (const state of states) {
      const found = transitions.flatMap((transition) =>
        transition.event === event
          ? transition.from.flatMap((from, index) => (from === state ? [[...transition.at, 'from', index]] : []))
          : [],
      );
      if (found.length === 0)
        yield {
          at: 'transitions' in declared ? [...at, 'transitions'] : at,
          message: `Nothing says what '${event}' does in ${state}. Add a transition: \`to: same\` when nothing changes, \`impossible: <why>\` when it cannot happen.`,
        };
      for (const again of found.slice(1))
        yield { at: again, message: `What '${event}' does in ${state} is said ${found.length} times. Keep one transition.` };
    }
  }
}

function* checkReachable({ at, initial, states, transitions, schema }: Lifecycle): Generator<Finding> {
  const reached = new Set<string | undefined>([initial]);
  // A Set's iterator also visits what is added on the way.
  for (const state of reached)
    for (const transition of transitions)
      if (state !== undefined && !('impossible' in transition.node) && transition.from.includes(state))
        reached.add(stateAfter(transition, state));
  for (const [index, state] of states.entries())
    if (!reached.has(state) && states.includes(initial))
      yield {
        at: [...at.slice(0, -1), 'enum', index],
        message: `No transition leads to ${state} from ${initial}. Add one, or take ${state} out of ${schema}.`,
      };
}
