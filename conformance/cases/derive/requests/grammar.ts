import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** Keywords of texts that probes try, some of which must be taken. */
const grammar = ['anyOf', 'oneOf', 'not', 'pattern'];

/** Tells if a keyword is tried by texts that a grammar takes and refuses. */
export const isGrammar = (keyword: string): boolean => grammar.includes(keyword);

/** Tells if a call with a lawful body succeeds: a receipt that is made up does not. */
export function isCallable({ lifecycle, ...contract }: Contract, { id }: Operation): boolean {
  const events = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  return events.every((event) => callOf({ lifecycle, ...contract }, event) !== undefined);
}
