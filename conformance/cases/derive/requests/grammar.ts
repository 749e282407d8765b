import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** Keywords that are tested with sample strings. A schema with one of them allows some strings and forbids others. */
const grammar = ['anyOf', 'oneOf', 'not', 'pattern'];

export const isGrammar = (keyword: string): boolean => grammar.includes(keyword);

/** Checks whether a derived case can call the operation with a valid body. It cannot if the body needs a real receipt. */
export function isCallable({ lifecycle, ...contract }: Contract, { id }: Operation): boolean {
  const events = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  return events.every((event) => callOf({ lifecycle, ...contract }, event) !== undefined);
}
