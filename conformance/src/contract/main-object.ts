import type { Contract, Operation } from './contract.ts';
import { factsOf } from './domain.ts';

/** Returns whether the operation's successful response shows an object with a lifecycle. */
export const showsLifecycle = ({ response }: Operation): boolean =>
  Object.values(response.properties ?? {}).some((property) => 'x-lifecycle' in property);

/** Finds the operation that creates the contract's main object. @throws Error if there is none */
export function creatorOf({ operations }: Contract): Operation {
  const creator = operations.find(({ creates }) => creates);
  if (!creator) throw new Error('The contract has no operation that creates an object with a lifecycle.');
  return creator;
}

/** Finds the operation that reads the main object and causes no event that changes it. @throws Error if there is none */
export function readerOf({ operations, lifecycle: { events, transitions } }: Contract): Operation {
  const changing = transitions.flatMap(({ event, to, changes = [] }) => (to !== 'same' || changes.length > 0 ? [event] : []));
  const writers = new Set(changing.map((event) => events[event]?.operation));
  const reader = operations.find((one) => showsLifecycle(one) && !one.creates && !writers.has(one.id));
  if (!reader) throw new Error('The contract has no operation that only reads an object with a lifecycle.');
  return reader;
}

/** Returns whether a successful response of the operation is an invoice. */
export const showsInvoice = ({ operations }: Contract, { responsePointer }: Operation): boolean =>
  operations.find(({ creates }) => creates)?.responsePointer === responsePointer;

/** Lists the slugs of the operations that create and read the main object, and of the operation in `lacking`. */
export function mainSlugs(contract: Contract): string[] {
  const { operation: lacking } = factsOf(contract).lacking;
  const main = [creatorOf(contract), contract.operations.find(({ id }) => id === lacking) ?? [], readerOf(contract)];
  return main.flat().map(({ slug }) => slug);
}
