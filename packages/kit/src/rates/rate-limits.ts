import { isIP, isIPv4 } from 'node:net';
import { rateLimits } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import ipaddr from 'ipaddr.js';
import type { Counted, Counter, MakeCounter } from './counter.ts';

/** The name of a limit of the contract, as response headers give it. */
export type RateLimitName = keyof typeof rateLimits;

/** A limit of the contract: whom it limits, and what is counted in how many seconds. */
export interface RateLimit {
  /** The operation that it limits; absent for failed authentications. */
  operation?: string;
  per: string;
  requests?: number;
  failures?: number;
  seconds: number;
}

/** How many requests each limit allows in its window (D-15); 0 means no limit. */
export type RateLimits = Record<RateLimitName, number>;

export const limitTable: Readonly<Record<RateLimitName, RateLimit>> = rateLimits;

export const limitNames = Object.keys(rateLimits) as RateLimitName[];

/** The numbers of the contract's limits, which apply unless the operator sets others. */
export const contractLimits = makeLimits((name) => limitTable[name].requests ?? limitTable[name].failures ?? 0);

/** No limits at all, as in the sandbox, where a test suite would exceed them. */
export const noLimits = makeLimits(() => 0);

export function makeLimits(of: (name: RateLimitName) => number): RateLimits {
  return Object.fromEntries(limitNames.map((name) => [name, of(name)])) as RateLimits;
}

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

/**
 * Returns the key by which requests of an address are counted. For IPv6 it is the address's /64, because a network gives each
 * customer at least that many addresses. An IPv4 address is its own key, even if it is embedded in an IPv6 address. All texts
 * that are not addresses share one key.
 */
export function keyOfAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  // Removes the zone, which is a name on this machine only.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
