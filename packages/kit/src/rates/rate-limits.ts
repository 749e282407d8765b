import { isIP, isIPv4 } from 'node:net';
import { rateLimits } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import ipaddr from 'ipaddr.js';
import type { Counted, Counter, MakeCounter } from './counter.ts';

/** The name of a rate limit in the contract, which is also its name in response headers. */
export type RateLimitName = keyof typeof rateLimits;

/** A rate limit of the contract: the maximum number of `requests` or `failures` per account, invoice or address in `seconds`. */
export interface RateLimit {
  /** The operation whose requests are counted; undefined for failed authentications, which are counted for all operations. */
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

/** The setting for no rate limits. The sandbox uses it, because a test suite would exceed the contract's limits. */
export const noLimits = makeLimits(() => 0);

export function makeLimits(of: (name: RateLimitName) => number): RateLimits {
  return Object.fromEntries(limitNames.map((name) => [name, of(name)])) as RateLimits;
}

/** A rate limit with a count for each key, such as an account, in a fixed window that begins with the first request. */
export interface Limiter {
  /**
   * Counts a request, and then checks the count. Returns the response headers that report how many requests are left.
   * @throws ProblemError rate_limited when no requests are left
   */
  take(key: string): Promise<Readonly<Record<string, string>>>;
}

/**
 * Makes a limiter that allows `points` requests in `seconds`; 0 means no limit.
 * @param name the name of the limit in the headers, and of its counter
 */
export function createLimiter(name: string, points: number, seconds: number, makeCounter: MakeCounter): Limiter {
  if (points === 0) return { take: async () => ({}) };
  const counter: Counter = makeCounter(name, seconds * 1000);
  const headersOf = (counted: Counted) => ({
    'RateLimit-Policy': `"${name}";q=${points};w=${seconds}`,
    RateLimit: `"${name}";r=${Math.max(0, points - counted.count)};t=${secondsOf(counted)}`,
  });
  return {
    async take(key) {
      const counted = await counter.add(key);
      if (counted.count <= points) return headersOf(counted);
      const wait = secondsOf(counted);
      const detail = `The limit "${name}" is ${points} in ${seconds} seconds. Try again in ${wait} seconds.`;
      throw new ProblemError('rate_limited', detail, { headers: { ...headersOf(counted), 'Retry-After': String(wait) } });
    },
  };
}

/** Rounds up to whole seconds. Never returns 0, because clients would take it as permission to retry immediately. */
const secondsOf = ({ left }: Counted): number => Math.max(1, Math.ceil(left / 1000));

/**
 * Returns the key under which an address is counted. For IPv6 it is the /64 network, because providers assign at least one to
 * each customer. For IPv4, even if it is written as IPv6, it is the whole address. Strings that are not addresses share one key.
 */
export function keyOfAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  if (isIPv4(address)) return address;
  // Removes the zone, which is the name of an interface of this machine.
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*/, ''));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
