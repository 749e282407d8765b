/** The state machine of an invoice (`x-lifecycle`). */
export interface Lifecycle {
  states: string[];
  initial: string;
  terminal: string[];
  /** Features of the states that not every deployment has. */
  features: Record<string, string>;
  events: Record<string, LifecycleEvent>;
  transitions: Transition[];
}

/** Something that happens to an invoice. */
export interface LifecycleEvent {
  cause: 'operation' | 'clock';
  /** operationId of the cause. */
  operation?: string;
  /** The field that holds the time at which it is due, where the clock causes it. */
  at?: string;
  feature?: string;
}

/** The effect of one event in some states. */
export interface Transition {
  event: string;
  from: string[];
  /** A state, or `same`. Absent where the event cannot occur. */
  to?: string;
  /** Fields other than status that change; the rest stay. */
  changes?: string[];
  status?: number;
  problem?: string;
  /** Type of the callback event that it sends. */
  callback?: string;
  requirement?: string;
  impossible?: string;
  /** The reason that no case tries it. */
  untested?: string;
}
