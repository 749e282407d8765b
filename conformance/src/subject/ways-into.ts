import type { Contract, Operation } from '../contract/contract.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { bodyFor } from './body-for.ts';
import { type Cause, domainOf, type Way } from './domain.ts';
import { expireInvoice } from './expire-invoice.ts';
import { identifierFor } from './identifier-for.ts';
import { type Play, read, readUntil, startPlay } from './play.ts';
import { requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/**
 * Returns a function that causes an event: the hand-written one, or else one that waits for the time in the event's field, or one
 * that calls the event's operation. That call must need only the invoice's id and cause no other event. The plan check reports
 * events without a cause.
 */
export function causeOf(contract: Contract, event: string): Cause | undefined {
  const written = domainOf(contract)?.causes[event];
  if (written) return written;
  const { at } = contract.lifecycle.events[event] ?? {};
  if (at !== undefined)
    return async (play) => {
      await expireInvoice(play.subject, await read(play), at);
      return undefined;
    };
  const operation = callOf(contract, event);
  return (
    operation &&
    (async (play) => {
      const id = await identifierFor(play.subject, operation, play.invoice);
      const exchange = await play.subject.send(requestFor(operation, await bodyFor(play.subject, operation, id)));
      play.exchanges.push(exchange);
      return exchange;
    })
  );
}

/** Returns the operation that causes the event, if calling it is enough. */
export function callOf({ lifecycle, operations }: Contract, event: string): Operation | undefined {
  const id = lifecycle.events[event]?.operation;
  const caused = Object.values(lifecycle.events).filter(({ operation }) => operation === id);
  const operation = operations.find((candidate) => candidate.id === id);
  return operation?.identifies !== undefined && caused.length === 1 ? operation : undefined;
}

/** Checks whether a derived case can call the operation with a valid body. It cannot if the body needs a real receipt. */
export function isCallable(contract: Contract, { id }: Operation): boolean {
  const events = Object.entries(contract.lifecycle.events);
  return events.every(([event, { operation }]) => operation !== id || callOf(contract, event) !== undefined);
}

/** Returns a way to reach a state in which the event can happen. The plan check reports states without such a way. */
export function wayInto(contract: Contract, state: string, event?: string): Way | undefined {
  const isLater = event !== undefined && domainOf(contract)?.later.includes(event);
  return writtenWay(contract, state) ?? searchWay(contract, state, new Set(isLater ? [contract.lifecycle.initial] : []));
}

/** Returns the hand-written way to reach a state, if its events still lead to this state. */
function writtenWay(contract: Contract, state: string): Way | undefined {
  const way = domainOf(contract)?.ways[state];
  return way && stateAfter(contract, ...way.by) === state ? way : undefined;
}

/** Returns the state of a new invoice after these events. */
export function stateAfter({ lifecycle: { initial, transitions } }: Contract, ...events: string[]): string {
  return events.reduce((from, event) => {
    const { to = 'same' } = transitions.find((one) => one.event === event && one.from.includes(from)) ?? {};
    return to === 'same' ? from : to;
  }, initial);
}

/** Finds a way that avoids the states in `tried`. If the initial state is one of them, the way must have a hand-written start. */
function searchWay(contract: Contract, state: string, tried: Set<string>): Way | undefined {
  const { initial, transitions } = contract.lifecycle;
  if (state === initial) return tried.has(initial) ? undefined : { events: 0, async go() {} };
  const written = writtenWay(contract, state);
  if (written) return written;
  tried.add(state);
  for (const transition of transitions.filter(({ to, impossible }) => to === state && impossible === undefined)) {
    const cause = causeOf(contract, transition.event);
    // Tries the initial state first, because the shortest way needs the least from a deployment.
    const from = [...transition.from].sort((one, other) => Number(other === initial) - Number(one === initial));
    const before = cause && from.filter((one) => !tried.has(one)).map((one) => searchWay(contract, one, tried));
    const first = before?.find((way) => way !== undefined);
    if (!cause || !first) continue;
    return {
      events: first.events + (transition.callback === undefined ? 0 : 1),
      async go(play) {
        await first.go(play);
        await cause(play);
      },
    };
  }
  return undefined;
}

/** Returns the states in which a call of the operation succeeds: all, if the lifecycle does not mention the operation. */
export function statesFor({ lifecycle }: Contract, { id }: Operation): string[] {
  const caused = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  if (caused.length === 0) return lifecycle.states;
  return lifecycle.transitions
    .filter(({ event, to, problem }) => caused.includes(event) && to !== undefined && problem === undefined)
    .flatMap(({ from }) => from);
}

/** Creates an invoice in a state in which a call of the operation succeeds. @throws CaseInconclusive if that fails */
export async function startFor(subject: Subject, operation: Operation, body?: Record<string, unknown>): Promise<Play> {
  const { contract } = subject;
  const states = statesFor(contract, operation);
  const state = states.includes(contract.lifecycle.initial) ? contract.lifecycle.initial : (states[0] ?? '');
  const play = await startPlay(subject, body);
  if (state === contract.lifecycle.initial) return play;
  const way = wayInto(contract, state);
  if (!way) throw new Error(`No way into ${state} is known.`);
  await way.go(play);
  const { status } = await readUntil(play, { status: state });
  if (status === state) return play;
  throw new CaseInconclusive(
    `The invoice could not be brought to ${state}: it is ${JSON.stringify(status)}. Another case says why.`,
  );
}

export function changesInvoice(contract: Contract, { id }: Operation): boolean {
  const { events, transitions } = contract.lifecycle;
  return transitions.some(
    ({ event, to, changes, callback }) =>
      events[event]?.operation === id && ((to !== undefined && to !== 'same') || changes !== undefined || callback !== undefined),
  );
}
