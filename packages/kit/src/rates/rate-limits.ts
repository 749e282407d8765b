import { isIP, isIPv4 } from 'node:net';
import { rateLimits } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import ipaddr from 'ipaddr.js';
import type { Counted, Counter, MakeCounter } from './counter.ts';

/** The name of a limit of the contract, which response headers repeat. */
export type RateLimitName = keyof typeof rateLimits;

/** A limit of the contract: whom it limits, and what it counts in how many seconds. */
export interface RateLimit {
  /** The operation that it limits. The limit of failed authentications has none. */
  operation?: string;
  per: string;
  requests?: number;
  failures?: number;
  seconds: number;
}

/** The number of requests that each limit allows in its window (D-15); 0 means no limit. */
export type RateLimits = Record<RateLimitName, number>;

export const limitTable: Readonly<Record<RateLimitName, RateLimit>> = rateLimits;

export const limitNames = Object.keys(rateLimits) as RateLimitName[];

/** The contract's limits, which apply unless the operator sets others. */
export const contractLimits = makeLimits((name) => limitTable[name].requests ?? limitTable[name].failures ?? 0);

/** No limits, as in the sandbox, where a test suite would exceed them. */
export const noLimits = makeLimits(() => 0);

export function makeLimits(of: (name: RateLimitName) => number): RateLimits {
  return Object.fromEntries(limitNames.map((name) => [name, of(name)])) as RateLimits;
}

/** A limit that counts each key (an account, an address) in a fixed window, which begins with the key's first request. */
export interface Limiter {
  /**
   * Counts a request. Returns the headers that say how many are left. It counts before it checks, so that simultaneous
   * requests cannot exceed the limit.
   * @throws ProblemError rate_limited when none is left
   */
  take(key: string): Promise<Readonly<Record<string, string>>>;
}

/**
 * Makes a limit of `points` requests in `seconds`; 0 means no limit.
 * @param name the name of the policy in the headers, and of the counter
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

/** Rounds up to whole seconds. Never returns 0, which clients would read as "at once". */
function secondsOf({ left }: Counted): number {
  return Math.max(1, Math.ceil(left / 1000));
}

/**
 * Returns the key that counts the requests of an address. For IPv6 it is the address's /64, because a network gives
 * each customer at least that many addresses. For IPv4 it is the address, even when an IPv6 address contains it. Texts
 * that are not addresses share one key.
 */
export function keyOfAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  // Removes the zone, a name that means something only on this machine.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
