import type { Clock } from '../clock.ts';

/** A clock that only sleeping moves, so that a test of waits takes no time; and chance that is always the same. */
export interface HandClock extends Clock {
  /** How long each sleep was asked to be, in milliseconds. */
  slept: number[];
}

/** Makes a clock at a fixed time. `chance` is what random gives. `onSleep` is told before each sleep ends. */
export function makeHandClock(chance = 0.5, onSleep: (ms: number) => void = () => undefined): HandClock {
  let time = Date.parse('2026-11-21T10:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    random: () => chance,
    sleep: async (ms) => {
      slept.push(ms);
      onSleep(ms);
      time += ms;
    },
  };
}
