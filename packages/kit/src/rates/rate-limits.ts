import { rateLimits } from '@payment-invoice/generated';

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
