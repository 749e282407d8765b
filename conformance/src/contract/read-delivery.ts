import type { Contract, Schema } from './contract.ts';
import { locate, pointed } from './follow-reference.ts';
import { methods } from './read-operations.ts';

/** How the contract delivers an event (`x-delivery`). All times are in seconds. */
export interface Delivery {
  /** Delays from the end of one attempt to the start of the next. */
  delays: number[];
  /** The fraction by which each delay may vary. */
  jitter: number;
  /** How long an attempt waits for a response. */
  timeout: number;
  /** Longest delay that a Retry-After can cause. */
  longestRetryAfter: number;
  /** How long the old secret still signs beside the new one. */
  secretOverlap: number;
}

/** Reads how the contract's callback is delivered. @throws Error if the contract has no callback with `x-delivery` */
export function readDelivery(contract: Contract): Delivery {
  const delivery = findCallback(contract)?.schema['x-delivery'];
  if (delivery === undefined) throw new Error('The contract has no callback with x-delivery.');
  return delivery as Delivery;
}

/** The operation that deployments call to report changes. */
export interface Callback {
  schema: Schema;
  pointer: string;
  /** Names of its headers. */
  headers: string[];
}

/** Finds the callback of the contract and follows references; undefined if there is none. */
export function findCallback({ document }: Pick<Contract, 'document'>): Callback | undefined {
  for (const [path, start] of Object.entries(document.paths as Record<string, Schema>)) {
    const item = locate(document, start, `/paths/${pointed(path)}`);
    for (const method of methods) {
      const operation = item.schema[method] as Schema | undefined;
      for (const [name, reference] of Object.entries((operation?.callbacks ?? {}) as Record<string, Schema>)) {
        const callback = locate(document, reference, `${item.pointer}/${method}/callbacks/${pointed(name)}`);
        for (const [url, called] of Object.entries(callback.schema as Record<string, Schema>))
          for (const verb of methods) {
            const schema = called[verb] as Schema | undefined;
            if (schema) return { schema, pointer: `${callback.pointer}/${pointed(url)}/${verb}`, headers: headersOf(schema) };
          }
      }
    }
  }
  return undefined;
}

const headersOf = (operation: Schema): string[] =>
  ((operation.parameters ?? []) as Schema[]).filter((one) => one.in === 'header').map(({ name }) => String(name));
