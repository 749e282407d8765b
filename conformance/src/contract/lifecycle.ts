import { type DomainFacts, factsOf } from './domain.ts';

/** The state machine of an invoice (`x-lifecycle`). */
export interface Lifecycle {
  states: string[];
  initial: string;
  terminal: string[];
  /** The feature to which a state belongs, for states that only some deployments have. */
  features: Record<string, string>;
  events: Record<string, LifecycleEvent>;
  transitions: Transition[];
}

/** Something that happens to an invoice. */
export interface LifecycleEvent {
  cause: 'operation' | 'clock';
  operation?: string;
  /** The invoice field that contains the time at which the event occurs, if the clock causes it. */
  at?: string;
  /** The time from which calls to the operation are refused. */
  until?: Deadline;
  feature?: string;
}

/** The time from which a call is refused with a problem: `seconds` after the time in a field. */
export interface Deadline {
  field: string;
  seconds: number;
  problem: string;
  requirement: string;
}

/** The effect of an event on invoices in certain states. */
export interface Transition {
  event: string;
  from: string[];
  /** The new state, or `same`. Absent if the event cannot occur. */
  to?: string;
  /** Fields that change in addition to the status. All other fields stay the same. */
  changes?: string[];
  status?: number;
  problem?: string;
  /** Type of the callback event that the transition causes. */
  callback?: string;
  requirement?: string;
  impossible?: string;
  /** Why no case tests the transition. */
  untested?: string;
}

/** Maximum number of objects of an account (`x-most-at-once`). Counts those in certain states, or all that are not deleted. */
export interface MostAtOnce {
  objects: number;
  states?: string[];
  /** The operation that deletes an object, if objects have no states. */
  until?: string;
  problem: string;
  requirement: string;
}

/** Returns the field that contains the time of an event, if the clock causes the event. */
export function dueAt(contract: { lifecycle: Lifecycle; domain?: DomainFacts }, event: string): string | undefined {
  const { cause, at } = contract.lifecycle.events[event] ?? {};
  return cause === 'clock' ? (at ?? factsOf(contract).times.expires) : undefined;
}
