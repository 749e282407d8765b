import { followReference, parseReference, valueAt } from '../reader/follow-reference.ts';
import { entriesOf, itemsOf, type Node } from '../reader/json.ts';
import { eventFeature, type Lifecycle, stateAfter } from '../reader/list-lifecycles.ts';
import type { Operation } from '../reader/list-operations.ts';
import { identifiersOf, requestPropertiesOf } from '../reader/list-properties.ts';
import type { Contract } from '../reader/read-contract.ts';
import { checkRequirement, defineRule, type Finding } from './define-rule.ts';
import { checkTransition } from './lifecycle-transition.ts';
import { listProblemExamples } from './problem-rules.ts';
import { codesOf } from './relation-form.ts';

/** Checks that exactly one schema has `x-lifecycle`, that it covers each event in each state, and that the names in it exist. */
export const lifecycleComplete = defineRule(function* (contract) {
  const { lifecycles } = contract;
  if (lifecycles.length !== 1)
    yield {
      at: [],
      message: `${lifecycles.length || 'No'} schemas have an x-lifecycle. Put exactly one on the schema of the status.`,
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
    yield { at, message: `${schema} has no enum, so it has no states. List them in \`enum\`.` };
    return;
  }
  if (!states.includes(declared.initial))
    yield {
      at: place('initial'),
      message: `The initial state ${JSON.stringify(declared.initial)} is not in the enum. Use one of ${states.join(', ')}.`,
    };
  for (const state of itemsOf(declared.terminal))
    if (!states.includes(state))
      yield {
        at: place('terminal'),
        message: `The terminal state ${JSON.stringify(state)} is not in the enum. Use some of ${states.join(', ')}.`,
      };
}

function* checkEvent(
  contract: Contract,
  { at: lifecycleAt, properties }: Lifecycle,
  name: string,
  event: Node[string],
): Generator<Finding> {
  const { document, operations } = contract;
  const at = [...lifecycleAt, 'events', name];
  const { field, problem, requirement } = event?.until ?? {};
  const place = (key: string) => [...at, 'until', key];
  if (typeof field === 'string' && !properties.has(field))
    yield {
      at: place('field'),
      message: `The deadline of event '${name}' counts from ${field}, which is not a field of the object that has the status. Correct the name.`,
    };
  yield* checkRequirement(contract, requirement, place('requirement'));
  const codes = operations.flatMap(({ node }) => (node.operationId === event?.operation ? codesOf(document, node) : []));
  if (typeof problem === 'string' && !codes.includes(problem))
    yield {
      at: place('problem'),
      message: `The deadline of event '${name}' refuses with '${problem}', but no response of ${event?.operation} has an example with that code. Add one.`,
    };
  if (typeof event?.at === 'string' && !properties.has(event.at))
    yield {
      at: [...at, 'at'],
      message: `Event '${name}' is due at ${event.at}, which is not a field of the object that has the status. Correct the name.`,
    };
  const ids = operations.map(({ node }) => node.operationId);
  if (event?.cause === 'operation' && !ids.includes(event.operation))
    yield {
      at: 'operation' in event ? [...at, 'operation'] : at,
      message: `Event '${name}' is caused by ${JSON.stringify(event.operation)}, which is not an operation under paths. Use one of ${ids.join(', ')}.`,
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
          message: `Nothing says what '${event}' does in ${state}. Add a transition, with \`to: same\` if nothing changes, or \`impossible: <why>\` if it cannot happen.`,
        };
      for (const again of found.slice(1))
        yield { at: again, message: `'${event}' has ${found.length} transitions from ${state}. Keep one.` };
    }
  }
}

function* checkReachable({ at, initial, states, transitions, schema }: Lifecycle): Generator<Finding> {
  const reached = new Set<string | undefined>([initial]);
  // Adds states to the Set during the loop; the loop visits these too.
  for (const state of reached)
    for (const transition of transitions)
      if (state !== undefined && !('impossible' in transition.node) && transition.from.includes(state))
        reached.add(stateAfter(transition, state));
  for (const [index, state] of states.entries())
    if (!reached.has(state) && states.includes(initial))
      yield {
        at: [...at.slice(0, -1), 'enum', index],
        message: `No transitions lead from ${initial} to ${state}. Add one, or remove ${state} from ${schema}.`,
      };
}

/** Checks that a deployment without a feature cannot reach the feature's states, and that the initial state has no feature. */
function* checkFeatures({ features, operations }: Contract, lifecycle: Lifecycle): Generator<Finding> {
  const { at, node, states, initial, events, transitions, stateFeatures } = lifecycle;
  const refuse = (place: (string | number)[], message: string) => ({ at: [...at, ...place], message });
  for (const [state] of entriesOf(node.states))
    if (!states.includes(state)) yield refuse(['states', state], `'${state}' is not a state. Use one of ${states.join(', ')}.`);
  for (const event of events.keys()) {
    const feature = eventFeature(lifecycle, operations, event);
    if (feature !== '' && !features.has(feature))
      yield refuse(
        ['events', event],
        `Event '${event}' belongs to '${feature}', which is not in x-features. Correct the name, or add the feature.`,
      );
  }
  if (stateFeatures.has(initial))
    yield refuse(
      ['initial'],
      `Every invoice begins as ${initial}, so the state cannot belong to a feature. Remove it from \`states\`.`,
    );
  for (const { event, from, to, at: place } of transitions) {
    const needed = stateFeatures.get(to ?? '');
    const given = [eventFeature(lifecycle, operations, event), ...from.map((state) => stateFeatures.get(state) ?? '')];
    if (needed && !given.includes(needed))
      yield {
        at: [...place, 'to'],
        message: `'${event}' leads to ${to}, which belongs to the feature '${needed}', but the event does not. Add \`x-feature: ${needed}\` to the event.`,
      };
  }
}

/** The code of a 409 that is not about states. It means that a request with the same idempotency key is still running. */
const ofKeys = 'idempotency_in_progress';

/**
 * Checks that an operation causes an event of the lifecycle if it refuses requests with 409 because of a state. Otherwise the
 * suite would call it in the initial state, and report a fault if the server rightly refused the call.
 */
function* checkConflicts({ document, operations }: Contract, lifecycle: Lifecycle): Generator<Finding> {
  const caused = new Set([...lifecycle.events.values()].map((event) => event?.operation));
  for (const operation of operations) {
    if (caused.has(operation.id) || !namesOneWith(document, operation, lifecycle)) continue;
    const at = [...operation.at, 'responses', '409'];
    const response = followReference(document, operation.node.responses?.['409'], at);
    const code = listProblemExamples(document, response.node ?? {}, response.at).find((example) => example.code !== ofKeys)?.code;
    if (code !== undefined)
      yield {
        at,
        message: `${operation.id} refuses with 409 '${code}', but causes no event of x-lifecycle, so nothing says in which states it succeeds. Add an event, \`{ cause: operation, operation: ${operation.id}, description }\`, and a transition from each state.`,
      };
  }
}

/** Returns whether a request of the operation identifies an object whose status follows this lifecycle. */
function namesOneWith(document: Node, operation: Operation, { schema }: Lifecycle): boolean {
  return identifiersOf(document, operation).some(({ node }) => {
    const keys = parseReference(String(node['x-identifies']))?.slice(0, -2) ?? [];
    const properties = entriesOf((valueAt(document, keys) as Node | undefined)?.properties);
    return properties.some(([, property]) => followReference(document, property, []).at.at(-1) === schema);
  });
}

/** Checks that the `type` in a callback's payload lists exactly the callbacks of the lifecycle's transitions. */
export const eventTypes = defineRule(function* ({ document, operations, lifecycles }) {
  const told = new Map(
    lifecycles.flatMap(({ transitions }) =>
      transitions.flatMap(({ callback, at }) => (callback === undefined ? [] : [[callback, [...at, 'callback']] as const])),
    ),
  );
  // Looks only at the first callback, because the rule callback-parts refuses any other.
  for (const callback of operations.flatMap(({ callbacks }) => callbacks).slice(0, 1)) {
    const property = requestPropertiesOf(document, callback).find(({ name }) => name === 'type');
    if (!property) continue;
    const { node: schema, at } = followReference(document, property.node, property.at);
    const known = itemsOf(schema?.enum);
    for (const [type] of told)
      if (!known.includes(type))
        yield {
          at: 'enum' in schema ? [...at, 'enum'] : at,
          message: `Transitions send '${type}', which is not in the enum of an event's type. Add it there.`,
        };
    for (const [index, type] of known.entries())
      if (!told.has(type))
        yield {
          at: [...at, 'enum', index],
          message: `No transition sends '${type}'. Remove it, or make it the \`callback\` of a transition: events report only changes of the invoice.`,
        };
  }
});
