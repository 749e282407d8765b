import type { Contract, Schema } from './contract.ts';
import { locate, pointed } from './follow-reference.ts';
import { listOperations } from './read-operations.ts';

/** How the server must deliver callbacks, according to the contract's `x-delivery`. All times are in seconds. */
export interface Delivery {
  /** Delays between the end of one attempt and the start of the next. */
  delays: number[];
  /** The fraction by which a delay may be longer or shorter. */
  jitter: number;
  /** Time for which an attempt waits for a response. */
  timeout: number;
  /** Maximum delay that a Retry-After can cause. */
  longestRetryAfter: number;
  /** Time after a rotation during which callbacks are signed with the old secret too. */
  secretOverlap: number;
}

/** Reads the `x-delivery` of the contract's callback. @throws Error if there is none */
export function readDelivery(contract: Contract): Delivery {
  const delivery = findCallback(contract)?.schema['x-delivery'];
  if (delivery === undefined) throw new Error('The contract has no callback with x-delivery.');
  return delivery as Delivery;
}

/** The callback that a deployment sends when an invoice changes, as the contract describes it. */
export interface Callback {
  schema: Schema;
  pointer: string;
  /** Names of the headers of the callback's request. */
  headers: string[];
}

/** Finds the contract's callback, and follows references. Returns undefined if there is none. */
export function findCallback({ document }: Pick<Contract, 'document'>): Callback | undefined {
  const operations = listOperations(document, locate(document, document, '', 'paths'));
  const [called] = operations.flatMap(({ schema: { callbacks }, pointer: at }) =>
    Object.entries((callbacks ?? {}) as Record<string, Schema>).flatMap(([name, callback]) =>
      listOperations(document, locate(document, callback, `${at}/callbacks/${pointed(name)}`)),
    ),
  );
  if (called === undefined) return undefined;
  const { schema, pointer } = called;
  const parameters = (schema.parameters ?? []) as Schema[];
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => String(name));
  return { schema, pointer, headers };
}
