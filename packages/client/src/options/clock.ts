import { startTimer } from './start-timer.ts';

/** Time and chance, so that a test can hold both. */
export interface Clock {
  /** Milliseconds from some fixed moment, never going back: durations are measured with it. */
  now(): number;
  /** A number from 0 to below 1. */
  random(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. It looks its functions up at each use, so that fake timers take hold whenever they are installed. */
export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      // A hook that was told of the wait may have aborted it already.
      if (signal?.aborted) return resolve();
      const stop = startTimer(ms, signal, () => {
        stop();
        resolve();
      });
    }),
};

/** Measures one call: returns the milliseconds so far, after a wait of `waitedMs` that has just ended. */
export type Stopwatch = (waitedMs?: number) => number;

/** Starts to measure. What was waited for has passed, even where a test's fake timers move no clock. */
export function startStopwatch({ now }: Clock): Stopwatch {
  const startedAt = now();
  let waited = 0;
  return (waitedMs = 0) => {
    waited += waitedMs;
    return Math.max(now() - startedAt, waited);
  };
}
