import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { callOf } from '../../../src/subject/ways-into.ts';

/** Keywords that are tried with probe texts, because a server must accept some texts under each. */
const grammar = ['anyOf', 'oneOf', 'not', 'pattern'];

/** Checks whether a keyword is tried with texts that it accepts and texts that it refuses. */
export const isGrammar = (keyword: string): boolean => grammar.includes(keyword);

/**
 * Checks whether a call with a valid body succeeds. A call that needs a receipt does not, because the case would make the receipt
 * up.
 */
export function isCallable({ lifecycle, ...contract }: Contract, { id }: Operation): boolean {
  const events = Object.entries(lifecycle.events).flatMap(([event, { operation }]) => (operation === id ? [event] : []));
  return events.every((event) => callOf({ lifecycle, ...contract }, event) !== undefined);
}
