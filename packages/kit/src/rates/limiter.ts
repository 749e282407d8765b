import { ProblemError } from '@payment-invoice/stubs';
import type { Counted, Counter, MakeCounter } from './counter.ts';

/** One limit, counted per key (an account, an address) in a fixed window that begins with the key's first request. */
export interface Limiter {
  /**
   * Counts one request, and returns the headers that say how many are left. Counting comes before the check, so that simultaneous
   * requests get past the limit no more often than requests one after the other.
   * @throws ProblemError rate_limited when none is left
   */
  take(key: string): Promise<Readonly<Record<string, string>>>;
}

/**
 * Makes a limit of `points` requests in `seconds`; 0 means no limit. `name` is the name of the policy in the headers and of the
 * counter.
 */
export function createLimiter(name: string, points: number, seconds: number, makeCounter: MakeCounter): Limiter {
  if (points === 0) return { take: async () => ({}) };
  const counter: Counter = makeCounter(name, seconds * 1000);
  const headersOf = (counted: Counted) => ({
    'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, points - counted.count)};t=${secondsOf(counted)}`,
  });
  const refusal = (counted: Counted) =>
    new ProblemError(
      'rate_limited',
      `More than ${points} in ${seconds} seconds, the limit "${name}". Try again in ${secondsOf(counted)} seconds.`,
      { headers: { ...headersOf(counted), 'Retry-After': String(secondsOf(counted)) } },
    );
  return {
    async take(key) {
      const counted = await counter.add(key);
      if (counted.count > points) throw refusal(counted);
      return headersOf(counted);
    },
  };
}

/** Rounds up to whole seconds. Never returns 0, which would mean "at once". */
function secondsOf({ left }: Counted): number {
  return Math.max(1, Math.ceil(left / 1000));
}
