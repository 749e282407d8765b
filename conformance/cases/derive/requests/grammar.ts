import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** Keywords that are tried with texts, because each allows some texts and forbids others. */
const grammar = ['anyOf', 'oneOf', 'not', 'pattern'];

/** Checks whether a keyword is tried with texts. */
export const isGrammar = (keyword: string): boolean => grammar.includes(keyword);

/** Checks whether a call with a valid body succeeds. One that needs a receipt does not: derived cases have no real one. */
export function isCallable({ lifecycle, ...contract }: Contract, { id }: Operation): boolean {
  const events = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  return events.every((event) => callOf({ lifecycle, ...contract }, event) !== undefined);
}
