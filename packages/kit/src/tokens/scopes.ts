import { scopes } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';

/** A permission of a token (D-13). */
export type Scope = keyof typeof scopes;

/** Every scope; a token that is minted without a list of scopes has all of them. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/**
 * Checks that a token has the needed scopes (D-13).
 * @throws ProblemError insufficient_scope when one is missing
 */
export function requireScope(principal: { scopes: readonly Scope[] }, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}
