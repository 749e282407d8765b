import { ProblemError } from '@payment-invoice/stubs';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The window of every limit, in seconds. */
const window = 60;

/** One limit, counted for each key (an account, an address) in a fixed window that begins with the key's first request. */
export interface Limiter {
  /**
   * Counts one, and returns the headers that say how many are left.
   * @throws ProblemError rate_limited when none is left
   */
  take(key: string): Promise<Readonly<Record<string, string>>>;
}

/**
 * Makes a limit of `points` a minute; 0 is no limit. `name` is that of the policy in the headers, `what` a plural for sentences.
 * The count is kept in memory: a restart forgets it, and several servers count apart.
 */
export function createLimiter(name: string, what: string, points: number): Limiter {
  if (points === 0) return { take: async () => ({}) };
  const memory = new RateLimiterMemory({ points, duration: window });
  const headersOf = (result: RateLimiterRes) => ({
    'RateLimit-Policy': `"${name}";q=${points};w=${window}`,
    RateLimit: `"${name}";r=${Math.max(0, result.remainingPoints)};t=${secondsOf(result)}`,
  });
  const refusal = (result: RateLimiterRes) =>
    new ProblemError('rate_limited', `More than ${points} ${what} in a minute. Try again in ${secondsOf(result)} seconds.`, {
      headers: { ...headersOf(result), 'Retry-After': String(secondsOf(result)) },
    });
  return {
    async take(key) {
      try {
        return headersOf(await memory.consume(key));
      } catch (result) {
        throw result instanceof RateLimiterRes ? refusal(result) : result;
      }
    },
  };
}

/** Rounds up to whole seconds; never 0, which would say "at once". */
function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
