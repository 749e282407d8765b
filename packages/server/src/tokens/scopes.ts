import { operationScopes, scopes } from '@payment-invoice/generated';
import { type OperationId, ProblemError } from '@payment-invoice/stubs';
import type { Scope } from '../store/account-store.ts';
import type { Principal } from './authenticate.ts';

/** The scopes that each operation needs (D-13). */
const scopesOfOperation: Readonly<Record<OperationId, readonly Scope[]>> = operationScopes;

/** Every scope; a token that is minted without a list of scopes has all of them. */
export const allScopes = Object.keys(scopes) as readonly Scope[];

/** @throws ProblemError insufficient_scope when the token may not do this */
export function requireScope(principal: Principal, operationId: OperationId): void {
  const missing = scopesOfOperation[operationId].find((scope) => !principal.scopes.includes(scope));
  if (missing === undefined) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}. Use one that has it.`);
}
