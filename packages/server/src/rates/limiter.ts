import { ProblemError } from '@payment-invoice/stubs';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** One limit, counted for each key (an account, an address) in a fixed window that begins with the key's first request. */
export interface Limiter {
  /**
   * Counts one, and returns the headers that say how many are left.
   * @throws ProblemError rate_limited when none is left
   */
  take(key: string): Promise<Readonly<Record<string, string>>>;
  /** Counts one, even when none is left. */
  count(key: string): Promise<void>;
  /** @throws ProblemError rate_limited when there is none left; counts nothing */
  refuseSpent(key: string): Promise<void>;
}

/**
 * Makes a limit of `points` in `window` seconds; 0 is no limit. `name` is that of the policy in the headers.
 * The count is kept in memory: a restart forgets it, and several servers count apart.
 */
export function createLimiter(name: string, points: number, window: number): Limiter {
  if (points === 0) return { take: async () => ({}), count: async () => undefined, refuseSpent: async () => undefined };
  const memory = new RateLimiterMemory({ points, duration: window });
  const headersOf = (result: RateLimiterRes) => ({
    'RateLimit-Policy': `"${name}";q=${points};w=${window}`,
    RateLimit: `"${name}";r=${Math.max(0, result.remainingPoints)};t=${secondsOf(result)}`,
  });
  const refusal = (result: RateLimiterRes) =>
    new ProblemError(
      'rate_limited',
      `More than ${points} in ${window} seconds, the limit "${name}". Try again in ${secondsOf(result)} seconds.`,
      {
        headers: { ...headersOf(result), 'Retry-After': String(secondsOf(result)) },
      },
    );
  return {
    async take(key) {
      try {
        return headersOf(await memory.consume(key));
      } catch (result) {
        throw result instanceof RateLimiterRes ? refusal(result) : result;
      }
    },
    async count(key) {
      await memory.penalty(key);
    },
    async refuseSpent(key) {
      const result = await memory.get(key);
      if (result && result.consumedPoints >= points) throw refusal(result);
    },
  };
}

/** Rounds up to whole seconds; never 0, which would say "at once". */
function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
