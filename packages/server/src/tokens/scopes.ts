import { scopes } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import type { Scope } from '../store/account-store.ts';
import type { Principal } from './authenticate.ts';

/** Every scope; a token that is minted without a list of scopes has all of them. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/** @throws ProblemError insufficient_scope when the token may not do this (D-13) */
export function requireScope(principal: Principal, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}
