/** The failures of an endpoint, which is the receiver of one account on one host. Times are in milliseconds since 1970. */
export interface EndpointHealth {
  /** The first failure since the last success; null when there was none. */
  failingSince: number | null;
  /** The last failure since the last success; null when there was none. */
  failedAt: number | null;
  /** The time at which it was disabled; null while its events are retried. */
  disabledAt: number | null;
}

/** The consequence of an attempt for its endpoint. */
export type EndpointChange = 'failed' | 'disabled' | 'healed';

/**
 * The longest time between two failures that count as one series, in milliseconds. The attempts of an event are at most one day
 * and its jitter apart; after a longer pause nobody knows whether the receiver worked in between.
 */
export const longestRest = 2 * 86_400_000;
