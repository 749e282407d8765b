/** The failures of an endpoint: of the receiver that an account has on one host. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The first failure since the last success; null when there was none. */
  failingSince: number | null;
  /** The last failure since then. */
  failedAt: number | null;
  /** Null while events are attempted again and again. */
  disabledAt: number | null;
}

/** The consequence of an attempt for its endpoint. */
export type EndpointChange = 'failed' | 'disabled' | 'healed';

/**
 * The longest time between two failures that still count as one row of them, in milliseconds: the attempts of an event are at most a
 * day and its jitter apart. After a longer rest nobody knows whether the receiver worked meanwhile.
 */
export const longestRest = 2 * 86_400_000;
