import { defineRule } from './define-rule.js';
import { entriesOf, isText, itemsOf, unknownKeys } from './json.js';
import { checkTransition } from './lifecycle-transition.js';
import { readLifecycles, stateAfter } from './read-lifecycle.js';
import { slug } from './requirement-entry.js';

/** @typedef {import('./define-rule.js').Finding} Finding */
/** @typedef {import('./read-lifecycle.js').Lifecycle} Lifecycle */

/** `x-lifecycle` says of every event in every state what happens, in the words of the rest of the document. */
export const lifecycleComplete = defineRule(function* (contract) {
  const lifecycles = readLifecycles(contract);
  if (lifecycles.length !== 1)
    yield {
      at: [],
      message: `${lifecycles.length || 'No'} schemas carry an x-lifecycle. Put exactly one, on the schema of the status.`,
    };
  for (const lifecycle of lifecycles) {
    yield* checkStates(lifecycle);
    for (const [name, event] of lifecycle.events) yield* checkEvent(lifecycle, name, event);
    for (const { transition, at } of lifecycle.transitions)
      for (const { member, message } of checkTransition(contract, lifecycle, transition))
        yield { at: member !== undefined && member in transition ? [...at, member] : at, message };
    yield* checkCoverage(lifecycle);
    yield* checkReachable(lifecycle);
  }
});

/**
 * @param {Lifecycle} lifecycle
 * @returns {Generator<Finding>}
 */
function* checkStates({ declared, at, schema, states }) {
  const members = ['initial', 'terminal', 'events', 'transitions'];
  const place = (/** @type {string} */ key) => (key in declared ? [...at, key] : at);
  for (const key of unknownKeys(declared, members))
    yield { at: [...at, key], message: `x-lifecycle has an unknown member '${key}'. Known are ${members.join(', ')}.` };
  if (states.length === 0) {
    yield { at, message: `${schema} has no enum, so there are no states. List them in \`enum\`.` };
    return;
  }
  if (!states.includes(declared.initial))
    yield {
      at: place('initial'),
      message: `Initial ${JSON.stringify(declared.initial)} is no state. Use one of ${states.join(', ')}.`,
    };
  if (!Array.isArray(declared.terminal))
    yield { at: place('terminal'), message: 'x-lifecycle has no list of terminal states. Write `terminal: [PAID]`.' };
  for (const state of itemsOf(declared.terminal))
    if (!states.includes(state))
      yield {
        at: place('terminal'),
        message: `Terminal ${JSON.stringify(state)} is no state. Use some of ${states.join(', ')}.`,
      };
  if (entriesOf(declared.events).length === 0)
    yield { at: place('events'), message: 'x-lifecycle has no events. Declare each: `<event>: { description, cause }`.' };
}

/**
 * @param {Lifecycle} lifecycle
 * @param {string} name
 * @param {any} event
 * @returns {Generator<Finding>}
 */
function* checkEvent({ at: lifecycleAt, operations }, name, event) {
  const at = [...lifecycleAt, 'events', name];
  const members = ['description', 'cause', 'operation'];
  for (const key of unknownKeys(event, members))
    yield { at: [...at, key], message: `Event '${name}' has an unknown member '${key}'. Known are ${members.join(', ')}.` };
  if (!slug.test(name)) yield { at, message: `Event '${name}' is no slug. Write words in lower case with hyphens.` };
  if (!isText(event?.description)) yield { at, message: `Event '${name}' has no description. Say when it happens.` };
  if (event?.cause !== 'operation' && event?.cause !== 'clock')
    yield { at, message: `Event '${name}' has cause ${JSON.stringify(event?.cause)}. Write operation or clock.` };
  if (event?.cause === 'clock' && 'operation' in event)
    yield {
      at: [...at, 'operation'],
      message: `Event '${name}' is caused by the clock, not by ${event.operation}. Take \`operation\` out.`,
    };
  if (event?.cause === 'operation' && !operations.has(event.operation))
    yield {
      at: 'operation' in event ? [...at, 'operation'] : at,
      message: `Event '${name}' is caused by operation ${JSON.stringify(event.operation)}, which is not under paths. Use one of ${[...operations.keys()].join(', ')}.`,
    };
}

/**
 * @param {Lifecycle} lifecycle
 * @returns {Generator<Finding>}
 */
function* checkCoverage({ at, declared, states, events, transitions }) {
  for (const event of events.keys()) {
    for (const state of states) {
      const found = transitions.flatMap(({ transition, at: place }) =>
        transition.event === event
          ? itemsOf(transition.from).flatMap((from, index) => (from === state ? [[...place, 'from', index]] : []))
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

/**
 * @param {Lifecycle} lifecycle
 * @returns {Generator<Finding>}
 */
function* checkReachable({ at, declared, states, transitions, schema }) {
  const reached = new Set([declared.initial]);
  // A Set's iterator also visits what is added on the way.
  for (const state of reached)
    for (const { transition } of transitions)
      if (!('impossible' in transition) && itemsOf(transition.from).includes(state)) reached.add(stateAfter(transition, state));
  for (const [index, state] of states.entries())
    if (!reached.has(state) && states.includes(declared.initial))
      yield {
        at: [...at.slice(0, -1), 'enum', index],
        message: `No transition leads to ${state} from ${declared.initial}. Add one, or take ${state} out of ${schema}.`,
      };
}
