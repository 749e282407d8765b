import type { Contract } from './contract.ts';
import { findCallback } from './find-callback.ts';

/** How the contract sends an event (`x-delivery`). All times are in seconds. */
export interface Delivery {
  /** Delays from the end of one attempt to the start of the next. */
  delays: number[];
  /** The fraction by which each delay may vary. */
  jitter: number;
  /** How long an attempt waits for a response. */
  timeout: number;
  /** Longest delay that a Retry-After can cause. */
  longestRetryAfter: number;
  /** How long the old secret keeps signing besides the new one. */
  secretOverlap: number;
}

/**
 * Reads how the contract's callback is delivered.
 * @throws Error where the contract has no callback with `x-delivery`
 */
export function readDelivery(contract: Contract): Delivery {
  const delivery = findCallback(contract)?.schema['x-delivery'];
  if (delivery === undefined) throw new Error('The contract has no callback with x-delivery.');
  return delivery as Delivery;
}
