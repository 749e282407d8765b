import type { Contract } from './contract.ts';
import { findCallback } from './find-callback.ts';

/** The attempts to send an event, as the contract has them (`x-delivery`). Seconds. */
export interface Delivery {
  /** From the end of an attempt to the next one. */
  delays: number[];
  /** The part of itself by which a delay may differ. */
  jitter: number;
  /** How long an attempt waits for its response. */
  timeout: number;
  /** The longest that a Retry-After puts the next attempt off. */
  longestRetryAfter: number;
  /** How long a replaced secret goes on signing beside the new one. */
  secretOverlap: number;
}

/** Reads the delivery of the contract's callback. @throws Error where there is none */
export function readDelivery(contract: Contract): Delivery {
  const delivery = findCallback(contract)?.schema['x-delivery'];
  if (delivery === undefined) throw new Error('The contract has no callback with x-delivery.');
  return delivery as Delivery;
}
