import type { Clock } from './clock.ts';

/** The time of one call. */
export interface Stopwatch {
  /** Milliseconds so far. */
  elapsed(): number;
  /** Says that a wait of `ms` has ended. */
  waited(ms: number): void;
}

/** Starts to measure. What was waited for has passed, even where a test's fake timers move no clock. */
export function startStopwatch({ now }: Clock): Stopwatch {
  const startedAt = now();
  let waitedMs = 0;
  return {
    elapsed: () => Math.max(now() - startedAt, waitedMs),
    waited: (ms) => {
      waitedMs += ms;
    },
  };
}
