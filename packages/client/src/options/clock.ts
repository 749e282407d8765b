import { startTimer } from './start-timer.ts';

/** The source of time and random numbers, so that a test can control both. */
export interface Clock {
  /** Returns the milliseconds since some fixed moment. It never goes back, so that it can measure durations. */
  now(): number;
  /** Returns a random number from 0 to below 1. */
  random(): number;
  /** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. It looks its functions up at each use, so that fake timers work whenever they are installed. */
export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      // A hook that was called about the wait may already have aborted it.
      if (signal?.aborted) return resolve();
      const stop = startTimer(ms, signal, () => {
        stop();
        resolve();
      });
    }),
};

/** Measures one call: returns the milliseconds so far. `waitedMs` is the length of a wait that has just ended. */
export type Stopwatch = (waitedMs?: number) => number;

/** Starts a stopwatch. A wait counts as elapsed time even when a test's fake timers do not move the clock. */
export function startStopwatch({ now }: Clock): Stopwatch {
  const startedAt = now();
  let waited = 0;
  return (waitedMs = 0) => {
    waited += waitedMs;
    return Math.max(now() - startedAt, waited);
  };
}
