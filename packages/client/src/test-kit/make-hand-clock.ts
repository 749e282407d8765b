import type { Clock } from '../options/clock.ts';

/**
 * A clock that only `sleep` and `advance` move, so that tests of retries and waits take no time. Its random number is always the
 * same.
 */
export interface HandClock extends Clock {
  /** The requested length of each sleep, in milliseconds. */
  slept: number[];
  /** Returns the clock's time in milliseconds since 1970, for a fake service on this clock. */
  date(): number;
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void;
}

/** The settings of a hand clock. */
export interface HandClockOptions {
  /** The date at which the clock starts; 2026-11-21T10:00:00Z when absent. */
  date?: string | undefined;
  /** The number that `random` gives, from 0 to below 1; 0.5 when absent. */
  chance?: number | undefined;
  /** Called in each sleep, before it ends. */
  onSleep?: ((ms: number) => void) | undefined;
}

/** Makes a clock for createClient's option `clock`. */
export function makeHandClock({ date = '2026-11-21T10:00:00Z', chance = 0.5, onSleep }: HandClockOptions = {}): HandClock {
  const startedAt = Date.parse(date);
  const slept: number[] = [];
  let time = 0;
  const advance = (ms: number) => {
    time += ms;
  };
  return {
    slept,
    advance,
    now: () => time,
    date: () => startedAt + time,
    random: () => chance,
    sleep: async (ms) => {
      slept.push(ms);
      onSleep?.(ms);
      advance(ms);
    },
  };
}
