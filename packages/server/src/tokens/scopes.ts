import { type OperationId, ProblemError } from '@payment-invoice/stubs';
import type { Scope } from '../store/account-store.ts';
import type { Principal } from './authenticate.ts';

/** The scope that each operation needs (D-13); an operation without one does not compile. */
const scopeOfOperation: Readonly<Record<OperationId, Scope>> = {
  createPayment: 'invoices:write',
  submitReceipt: 'receipts:write',
  fetchPayment: 'invoices:read',
};

/** Every scope; a token that is minted without a list of scopes has all of them. */
export const allScopes: readonly Scope[] = ['invoices:write', 'receipts:write', 'invoices:read'];

/** @throws ProblemError insufficient_scope when the token may not do this */
export function requireScope(principal: Principal, operationId: OperationId): void {
  const needed = scopeOfOperation[operationId];
  if (principal.scopes.includes(needed)) return;
  throw new ProblemError('insufficient_scope', `The token lacks the scope ${needed}. Use one that has it.`);
}
