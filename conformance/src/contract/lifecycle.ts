/** The state machine of an invoice (`x-lifecycle`). */
export interface Lifecycle {
  states: string[];
  initial: string;
  terminal: string[];
  /** The feature of each state that only some deployments have. */
  features: Record<string, string>;
  events: Record<string, LifecycleEvent>;
  transitions: Transition[];
}

/** Something that happens to an invoice. */
export interface LifecycleEvent {
  cause: 'operation' | 'clock';
  /** operationId, if an operation is the cause. */
  operation?: string;
  /** The field with the time at which the event is due, if the clock is the cause. */
  at?: string;
  feature?: string;
}

/** The effect of one event in some states. */
export interface Transition {
  event: string;
  from: string[];
  /** The new state, or `same`. Absent if the event cannot occur. */
  to?: string;
  /** Fields other than status that change; all others stay the same. */
  changes?: string[];
  status?: number;
  problem?: string;
  /** Type of the callback event that is sent. */
  callback?: string;
  requirement?: string;
  impossible?: string;
  /** The reason why no case tries it. */
  untested?: string;
}

/** Returns the field with the time at which an event of the clock is due; undefined for any other event. */
export function dueAt({ events }: Lifecycle, event: string): string | undefined {
  const { cause, at } = events[event] ?? {};
  return cause === 'clock' ? (at ?? 'expiresAt') : undefined;
}
