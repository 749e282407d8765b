import { followReference } from '../reader/follow-reference.ts';
import { isNode, itemsOf } from '../reader/json.ts';
import { type Lifecycle, stateAfter, type Transition } from '../reader/list-lifecycles.ts';
import type { Contract } from '../reader/read-contract.ts';
import { listProblemExamples } from './problem-rules.ts';

/** A mistake in a transition. `property` is the part of the transition that is wrong; undefined for the whole transition. */
export interface Violation {
  property?: string;
  message: string;
}

/** Finds mistakes in a single transition. */
export function* checkTransition(contract: Contract, lifecycle: Lifecycle, transition: Transition): Generator<Violation> {
  const { event, from, to, requirement } = transition.node;
  const { states, events } = lifecycle;
  if (!events.has(event))
    yield {
      property: 'event',
      message: `The transition has the event ${JSON.stringify(event)}, which is not declared. Use one of ${[...events.keys()].join(', ')}.`,
    };
  for (const state of itemsOf(from))
    if (!states.includes(state)) yield { property: 'from', message: notAState(event, 'from', state, states) };
  if ('impossible' in transition.node) return;
  if (to !== 'same' && !states.includes(to)) yield { property: 'to', message: notAState(event, 'to', to, [...states, 'same']) };
  if (requirement !== undefined && !contract.requirements.some(({ node }) => node.id === requirement))
    yield {
      property: 'requirement',
      message: `No requirement has the id '${requirement}'. Correct the id, or add the requirement.`,
    };
  yield* checkTerminal(lifecycle, transition);
  if (events.has(event)) yield* checkResponse(contract, lifecycle, transition);
  yield* checkCallback(lifecycle, transition);
}

function notAState(event: string, where: string, state: unknown, states: string[]) {
  return `The transition of '${event}' is ${where} ${JSON.stringify(state)}, which is not a state. Use one of ${states.join(', ')}.`;
}

function* checkTerminal({ terminal }: Lifecycle, transition: Transition): Generator<Violation> {
  for (const state of transition.from)
    if (terminal.includes(state) && stateAfter(transition, state) !== state)
      yield {
        property: 'to',
        message: `'${transition.node.event}' leaves ${state}, which is terminal. Write \`to: same\`, or remove ${state} from \`terminal\`.`,
      };
}

/** Checks that an operation that causes an event documents the status or the problem of the event's transition. */
function* checkResponse(contract: Contract, { events }: Lifecycle, { node: transition }: Transition): Generator<Violation> {
  const { event, status, problem } = transition;
  const named = ['status', 'problem'].filter((key) => key in transition);
  const { cause, operation: operationId } = events.get(event) ?? {};
  if (cause === 'clock') {
    for (const property of named)
      yield { property, message: `'${event}' is caused by the clock, so it has no response. Remove \`${property}\`.` };
    return;
  }
  if (cause !== 'operation') return;
  if (named.length !== 1) {
    yield {
      message: `The transition of '${event}' has ${named.length ? 'both' : 'neither'} \`status\` and \`problem\`. Write the one that the operation returns.`,
    };
    return;
  }
  const declared = contract.document['x-problems']?.[problem];
  if (named[0] === 'problem' && !declared) {
    yield {
      property: 'problem',
      message: `The problem ${JSON.stringify(problem)} is not in x-problems. Correct the code, or add it there.`,
    };
    return;
  }
  const found = contract.operations.findLast(({ node }) => node.operationId === operationId);
  if (!found) return;
  const wanted = String(declared ? declared.status : status);
  const place = [...found.at, 'responses', wanted];
  const { node: response, at } = followReference(contract.document, found.node.responses?.[wanted], place);
  if (named[0] === 'status') {
    if (!isNode(response))
      yield {
        property: 'status',
        message: `${operationId} documents no success with the status ${wanted}. Use a status that it documents; for a failure, write \`problem\`.`,
      };
  } else if (!isNode(response) || !listProblemExamples(contract.document, response, at).some(({ code }) => code === problem)) {
    yield {
      property: 'problem',
      message: `${operationId} documents no ${wanted} response with the example '${problem}'. Add the example to that response.`,
    };
  }
}

/** Checks that a transition that changes the invoice has a callback. Other transitions may have a callback only as a reminder. */
function* checkCallback(
  { properties: known, states: existing, events }: Lifecycle,
  transition: Transition,
): Generator<Violation> {
  const { event, from, to, callback, changes } = transition.node;
  const states = itemsOf(from).filter((state) => existing.includes(state));
  const moved = states.filter((state) => stateAfter(transition, state) !== state);
  for (const name of itemsOf(changes))
    if (!known.has(name))
      yield {
        property: 'changes',
        message: `The transition of '${event}' changes ${JSON.stringify(name)}, which is not a field of the object that has the status. Correct the name.`,
      };
  const changesProperties = itemsOf(changes).length > 0;
  if (!changesProperties && moved.length > 0 && moved.length < states.length) {
    yield {
      property: 'from',
      message: `The transition of '${event}' to ${to} changes the status from ${moved.join(', ')}, but not from the other states. Split it in two.`,
    };
    return;
  }
  const isChange = changesProperties || moved.length > 0;
  // An event with `at` happens at a certain time. Its callback may be a reminder.
  if (!isChange && callback !== undefined && events.get(event)?.at === undefined)
    yield {
      property: 'callback',
      message: `The transition of '${event}' changes nothing, but has the callback ${callback}. Remove the callback, or list in \`changes\` what changes.`,
    };
  if (!isChange) return;
  // A callback is named after the state to which its transition leads.
  const expected = [...new Set(states.map((state) => `invoice.${String(stateAfter(transition, state)).toLowerCase()}`))];
  if (expected.length !== 1 || callback !== expected[0])
    yield {
      property: 'callback',
      message: `The transition of '${event}' changes the invoice, but has ${callback ? `the callback ${callback}` : 'no callback'}. Use ${expected.join(' or ')}${expected.length > 1 ? ', each in a transition of its own' : ''}.`,
    };
}
