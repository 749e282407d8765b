/** Time and chance, so that a test can hold both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; whoever waits looks at the signal. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The machine's own. */
export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((done) => {
      // A hook that was told of the wait may have aborted it already.
      if (signal?.aborted) return done();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        done();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};
