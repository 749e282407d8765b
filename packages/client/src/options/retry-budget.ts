import type { Clock } from './clock.ts';

/**
 * The number of retries that all calls of one client may still spend. A call takes `retries` from the budget, or returns false
 * when fewer are left. A negative number gives some back, up to the size of the budget.
 */
export type RetryBudget = (retries: number) => boolean;

/** How many milliseconds an empty budget takes to fill again, even if no call succeeds. */
const refillMs = 600_000;

/** Makes a full budget. */
export function makeRetryBudget(size: number, clock: Clock): RetryBudget {
  let left = size;
  let countedAt = clock.now();
  const add = (retries: number) => {
    left = Math.min(size, left + retries);
  };
  return (retries) => {
    const now = clock.now();
    add(((now - countedAt) / refillMs) * size);
    countedAt = now;
    if (left < retries) return false;
    add(-retries);
    return true;
  };
}
