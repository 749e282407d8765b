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
      message: `The transition is of event ${JSON.stringify(event)}, which is not declared. Use one of ${[...events.keys()].join(', ')}.`,
    };
  for (const state of itemsOf(from))
    if (!states.includes(state)) yield { property: 'from', message: notAState(event, 'from', state, states) };
  if ('impossible' in transition.node) return;
  if (to !== 'same' && !states.includes(to)) yield { property: 'to', message: notAState(event, 'to', to, [...states, 'same']) };
  if (requirement !== undefined && !contract.requirements.some(({ node }) => node.id === requirement))
    yield { property: 'requirement', message: `No requirement has the id '${requirement}'. Correct it, or add the requirement.` };
  yield* checkTerminal(lifecycle, transition);
  if (events.has(event)) yield* checkResponse(contract, lifecycle, transition);
  yield* checkCallback(lifecycle, transition);
}

function notAState(event: string, where: string, state: unknown, states: string[]) {
  return `The transition of '${event}' is ${where} ${JSON.stringify(state)}, which is no state. Use one of ${states.join(', ')}.`;
}

function* checkTerminal({ terminal }: Lifecycle, transition: Transition): Generator<Violation> {
  for (const state of transition.from)
    if (terminal.includes(state) && stateAfter(transition, state) !== state)
      yield {
        property: 'to',
        message: `'${transition.node.event}' leaves ${state}, which is terminal. Write \`to: same\`, or take ${state} out of \`terminal\`.`,
      };
}

/** Checks that the operation that causes an event documents the status or the problem that the transition says it returns. */
function* checkResponse(contract: Contract, { events }: Lifecycle, { node: transition }: Transition): Generator<Violation> {
  const { event, status, problem } = transition;
  const named = ['status', 'problem'].filter((key) => key in transition);
  const { cause, operation: operationId } = events.get(event) ?? {};
  if (cause === 'clock') {
    for (const property of named)
      yield { property, message: `'${event}' is caused by the clock, so nobody gets a response. Take \`${property}\` out.` };
    return;
  }
  if (cause !== 'operation') return;
  if (named.length !== 1) {
    yield {
      message: `The transition of '${event}' has ${named.length ? 'both' : 'neither'} \`status\` and \`problem\`. Say one: what the operation returns.`,
    };
    return;
  }
  const declared = contract.document['x-problems']?.[problem];
  if (named[0] === 'problem' && !declared) {
    yield {
      property: 'problem',
      message: `Problem ${JSON.stringify(problem)} is no code of x-problems. Use one that is, or add it.`,
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
        message: `${operationId} documents no success of status ${wanted}. Use one that it does; a failure is named by \`problem\`.`,
      };
  } else if (!isNode(response) || !listProblemExamples(contract.document, response, at).some(({ code }) => code === problem)) {
    yield {
      property: 'problem',
      message: `${operationId} documents no ${wanted} response with the example '${problem}'. Add it to that response's examples.`,
    };
  }
}

/**
 * Checks that a transition has a callback if it changes the invoice, and has none if it changes nothing. The exception is an
 * event that happens at a certain time: its callback may be a reminder, which reports no change.
 */
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
        message: `The transition of '${event}' changes ${JSON.stringify(name)}, which is no field beside the status. Correct the name.`,
      };
  const changesProperties = itemsOf(changes).length > 0;
  if (!changesProperties && moved.length > 0 && moved.length < states.length) {
    yield {
      property: 'from',
      message: `The transition of '${event}' to ${to} changes ${moved.join(', ')} and not the others. Split it in two.`,
    };
    return;
  }
  const isChange = changesProperties || moved.length > 0;
  // An event with `at` happens at a certain time. Its callback may be a reminder.
  if (!isChange && callback !== undefined && events.get(event)?.at === undefined)
    yield {
      property: 'callback',
      message: `The transition of '${event}' changes nothing, but names callback ${callback}. Take it out, or say what \`changes\`.`,
    };
  if (!isChange) return;
  // A callback is named after the state to which its transition leads.
  const expected = [...new Set(states.map((state) => `invoice.${String(stateAfter(transition, state)).toLowerCase()}`))];
  if (expected.length !== 1 || callback !== expected[0])
    yield {
      property: 'callback',
      message: `The transition of '${event}' is a change, told by callback ${callback ?? 'none'}. Name ${expected.join(' or ')}${expected.length > 1 ? ', each in a transition of its own' : ''}.`,
    };
}
