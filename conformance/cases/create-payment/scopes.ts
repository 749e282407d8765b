import type { DeclareCases } from '../../src/case/case.ts';
import { deriveScopes } from '../derive/scopes.ts';

/** Scopes of the token of a create. */
export const scopesCases: DeclareCases = (contract) => [
  ...deriveScopes(contract, 'create-payment', 'invoices:write', (subject) => subject.create()),
];
