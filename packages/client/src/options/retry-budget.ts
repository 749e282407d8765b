import type { Clock } from './clock.ts';

/** The retries that all calls of one client may still spend. */
export interface RetryBudget {
  /** Takes one retry; false when none is left. */
  take(): boolean;
  /** Gives some back, up to the size of the budget. */
  earn(retries: number): void;
}

/** An empty budget is full again after this time, even if nothing succeeds. */
const refillMs = 600_000;

/** Makes a full budget. */
export function makeRetryBudget(size: number, clock: Clock): RetryBudget {
  let left = size;
  let countedAt = clock.now();
  const earn = (retries: number) => {
    left = Math.min(size, left + retries);
  };
  return {
    earn,
    take: () => {
      const now = clock.now();
      earn(((now - countedAt) / refillMs) * size);
      countedAt = now;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}
