/** The source of time and random numbers, so that a test can control both. */
export interface Clock {
  /** Returns the milliseconds since some fixed moment, for measuring durations. The number never decreases. */
  now(): number;
  /** Returns a random number that is at least 0 and less than 1. */
  random(): number;
  /** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. It looks up `performance.now`, `setTimeout` and the like at each use, so that tests can fake them. */
export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      // A hook that was called before the wait may already have aborted the call.
      if (signal?.aborted) return resolve();
      const stop = startTimer(ms, signal, () => {
        stop();
        resolve();
      });
    }),
};

/** Returns how many milliseconds a call has left. `waitedMs` is the length of a wait that has just ended. */
type Countdown = (waitedMs?: number) => number;

/** Starts a countdown from `ms`. A finished wait is subtracted even if a test's fake timers did not move the clock. */
export function startCountdown({ now }: Clock, ms: number): Countdown {
  const startedAt = now();
  let waited = 0;
  return (waitedMs = 0) => {
    waited += waitedMs;
    return ms - Math.max(now() - startedAt, waited);
  };
}

const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `onEnd` after `ms` milliseconds, and also if the signal aborts. Returns a function that cancels both. Adds one listener
 * per signal, however many calls share it, because Node.js warns of a leak at the eleventh listener.
 */
export function startTimer(ms: number, signal: AbortSignal | undefined, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, ms);
  const group = (signal && watchers.get(signal)) ?? new Set();
  if (signal && !watchers.has(signal)) {
    watchers.set(signal, group);
    signal.addEventListener('abort', () => {
      for (const each of group) each();
    });
  }
  group.add(onEnd);
  return () => {
    clearTimeout(timer);
    group.delete(onEnd);
  };
}
