import type { Contract } from './contract.ts';

/** The attempts to send an event, as the contract has them (`x-delivery`). Seconds. */
export interface Delivery {
  /** From the end of an attempt to the next one. */
  delays: number[];
  /** The part of itself by which a delay may differ. */
  jitter: number;
  /** How long an attempt waits for its response. */
  timeout: number;
}

/** Reads the delivery of the contract's callback. @throws Error where there is none */
export function readDelivery({ document }: Contract): Delivery {
  const found = find(document.paths);
  if (found === undefined) throw new Error('The contract has no callback with x-delivery.');
  return found;
}

function find(node: unknown): Delivery | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if ('x-delivery' in node) return node['x-delivery'] as Delivery;
  for (const part of Object.values(node)) {
    const found = find(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
