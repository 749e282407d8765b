import { ProblemError } from '@payment-invoice/stubs';
import { countWindows, type Window } from './count-windows.ts';

/** The most keys that a limit remembers: some ten megabytes. */
const mostKeys = 100_000;

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
 * Makes a limit of `points` in `seconds`; 0 is no limit. `name` is that of the policy in the headers.
 * The count is kept in memory: a restart forgets it, and several servers count apart.
 */
export function createLimiter(name: string, points: number, seconds: number): Limiter {
  if (points === 0) return { take: async () => ({}), count: async () => undefined, refuseSpent: async () => undefined };
  const windows = countWindows(seconds * 1000, mostKeys);
  const headersOf = (window: Window) => ({
    'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, points - window.count)};t=${secondsOf(window)}`,
  });
  const refusal = (window: Window) =>
    new ProblemError(
      'rate_limited',
      `More than ${points} in ${seconds} seconds, the limit "${name}". Try again in ${secondsOf(window)} seconds.`,
      { headers: { ...headersOf(window), 'Retry-After': String(secondsOf(window)) } },
    );
  return {
    async take(key) {
      const window = windows.add(key);
      if (window.count > points) throw refusal(window);
      return headersOf(window);
    },
    async count(key) {
      windows.add(key);
    },
    async refuseSpent(key) {
      const window = windows.read(key);
      if (window && window.count >= points) throw refusal(window);
    },
  };
}

/** Rounds up to whole seconds; never 0, which would say "at once". */
function secondsOf({ endsAt }: Window): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
}
