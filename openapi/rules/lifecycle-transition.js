import { followReference } from './follow-reference.js';
import { isObject, isText, itemsOf, unknownKeys } from './json.js';
import { listProblemExamples } from './list-problem-responses.js';
import { stateAfter } from './read-lifecycle.js';

const members = ['event', 'from', 'to', 'changes', 'status', 'problem', 'callback', 'requirement'];

/** What is left to say of a pair that cannot come about. */
const impossibleMembers = ['event', 'from', 'impossible'];

/**
 * What is wrong with one transition, apart from the others.
 * @param {import('./define-rule.js').Contract} contract
 * @param {import('./read-lifecycle.js').Lifecycle} lifecycle
 * @param {Record<string, any>} transition
 * @returns {Generator<{ member?: string, message: string }>}
 */
export function* checkTransition(contract, lifecycle, transition) {
  const { event, from, to, requirement } = transition;
  const { states, events } = lifecycle;
  const isImpossible = 'impossible' in transition;
  const known = isImpossible ? impossibleMembers : members;
  for (const key of unknownKeys(transition, known))
    yield {
      member: key,
      message: isImpossible
        ? `The transition of '${event}' is impossible, so it has no '${key}'. Take one of the two out.`
        : `The transition has an unknown member '${key}'. Known are ${[...members, 'impossible'].join(', ')}.`,
    };
  if (!events.has(event))
    yield {
      member: 'event',
      message: `The transition is of event ${JSON.stringify(event)}, which is not declared. Use one of ${[...events.keys()].join(', ')}.`,
    };
  if (itemsOf(from).length === 0)
    yield {
      member: 'from',
      message: `The transition of '${event}' is from nowhere. List the states it starts in: \`from: [PENDING]\`.`,
    };
  for (const state of itemsOf(from))
    if (!states.includes(state)) yield { member: 'from', message: notAState(event, 'from', state, states) };
  if (isImpossible) {
    if (!isText(transition.impossible))
      yield {
        member: 'impossible',
        message: `Nothing says why '${event}' cannot happen here. Write the reason after \`impossible\`.`,
      };
    return;
  }
  if (to !== 'same' && !states.includes(to)) yield { member: 'to', message: notAState(event, 'to', to, [...states, 'same']) };
  if (requirement !== undefined && !lifecycle.requirements.has(requirement))
    yield { member: 'requirement', message: `No requirement has the id '${requirement}'. Correct it, or add the requirement.` };
  yield* checkTerminal(lifecycle, transition);
  if (events.has(event)) yield* checkAnswer(contract, lifecycle, transition);
  yield* checkCallback(lifecycle, transition);
}

/**
 * @param {string} event
 * @param {string} where
 * @param {unknown} state
 * @param {string[]} states
 */
function notAState(event, where, state, states) {
  return `The transition of '${event}' is ${where} ${JSON.stringify(state)}, which is no state. Use one of ${states.join(', ')}.`;
}

/**
 * @param {import('./read-lifecycle.js').Lifecycle} lifecycle
 * @param {Record<string, any>} transition
 */
function* checkTerminal({ declared }, transition) {
  for (const state of itemsOf(transition.from))
    if (itemsOf(declared.terminal).includes(state) && stateAfter(transition, state) !== state)
      yield {
        member: 'to',
        message: `'${transition.event}' leaves ${state}, which is terminal. Write \`to: same\`, or take ${state} out of \`terminal\`.`,
      };
}

/**
 * What the caller is told, held against what the operation documents.
 * @param {import('./define-rule.js').Contract} contract
 * @param {import('./read-lifecycle.js').Lifecycle} lifecycle
 * @param {Record<string, any>} transition
 */
function* checkAnswer(contract, { events, operations }, transition) {
  const { event, status, problem } = transition;
  const answers = ['status', 'problem'].filter((key) => key in transition);
  const { cause, operation: operationId } = events.get(event) ?? {};
  if (cause === 'clock') {
    for (const member of answers)
      yield { member, message: `'${event}' is caused by the clock, so nobody is answered. Take \`${member}\` out.` };
    return;
  }
  if (cause !== 'operation') return;
  if (answers.length !== 1) {
    yield {
      message: `The transition of '${event}' has ${answers.length ? 'both' : 'neither'} \`status\` and \`problem\`. Say one: what the operation answers.`,
    };
    return;
  }
  const declared = contract['x-problems']?.[problem];
  if (answers[0] === 'problem' && !declared) {
    yield {
      member: 'problem',
      message: `Problem ${JSON.stringify(problem)} is no code of x-problems. Use one that is, or add it.`,
    };
    return;
  }
  const found = operations.get(operationId);
  if (!found) return;
  const wanted = String(declared ? declared.status : status);
  const place = [...found.at, 'responses', wanted];
  const { node: response, at } = followReference(contract, found.operation.responses?.[wanted], place);
  if (answers[0] === 'status') {
    if (!/^2\d\d$/.test(wanted) || !isObject(response))
      yield {
        member: 'status',
        message: `${operationId} documents no success of status ${wanted}. Use one that it does; a failure is named by \`problem\`.`,
      };
  } else if (!isObject(response) || !listProblemExamples(contract, response, at).some(({ code }) => code === problem)) {
    yield {
      member: 'problem',
      message: `${operationId} documents no ${wanted} response with the example '${problem}'. Add it to that response's examples.`,
    };
  }
}

/**
 * A committed change is told; what changes nothing is not.
 * @param {import('./read-lifecycle.js').Lifecycle} lifecycle
 * @param {Record<string, any>} transition
 */
function* checkCallback({ members: known, states: existing }, transition) {
  const { event, from, to, callback, changes } = transition;
  const states = itemsOf(from).filter((state) => existing.includes(state));
  const moved = states.filter((state) => stateAfter(transition, state) !== state);
  if ('changes' in transition && itemsOf(changes).length === 0)
    yield {
      member: 'changes',
      message: `The transition of '${event}' has \`changes\` without a member's name. List one, or leave it out.`,
    };
  for (const member of itemsOf(changes))
    if (!known.has(member))
      yield {
        member: 'changes',
        message: `The transition of '${event}' changes ${JSON.stringify(member)}, which is no member beside the status. Correct the name.`,
      };
  const changesMembers = itemsOf(changes).length > 0;
  if (!changesMembers && moved.length > 0 && moved.length < states.length) {
    yield {
      member: 'from',
      message: `The transition of '${event}' to ${to} changes ${moved.join(', ')} and not the others. Split it in two.`,
    };
    return;
  }
  const isChange = changesMembers || moved.length > 0;
  if (!isChange && callback !== undefined)
    yield {
      member: 'callback',
      message: `The transition of '${event}' changes nothing, but names callback ${callback}. Take it out, or say what \`changes\`.`,
    };
  if (!isChange) return;
  // The event is named by the state that it leads to.
  const expected = [...new Set(states.map((state) => `invoice.${String(stateAfter(transition, state)).toLowerCase()}`))];
  if (expected.length !== 1 || callback !== expected[0])
    yield {
      member: 'callback',
      message: `The transition of '${event}' is a change, told by callback ${callback ?? 'none'}. Name ${expected.join(' or ')}${expected.length > 1 ? ', each in a transition of its own' : ''}.`,
    };
}
