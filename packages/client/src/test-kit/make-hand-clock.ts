import type { Clock } from '../options/clock.ts';

/** A clock that only sleeping and `advance` move, so that a test of retries and waits takes no time; its chance is always the same. */
export interface HandClock extends Clock {
  /** How long each sleep was asked to be, in milliseconds. */
  slept: number[];
  /** Milliseconds since 1970: what a fake service on this clock says of its time. */
  date(): number;
  /** Lets time pass. */
  advance(ms: number): void;
}

/** The settings of a hand clock. */
export interface HandClockOptions {
  /** The date at the beginning; 2026-11-21T10:00:00Z when absent. */
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
