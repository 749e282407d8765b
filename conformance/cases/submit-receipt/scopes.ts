import type { DeclareCases } from '../../src/case/case.ts';
import { deriveScopes } from '../derive/access/scopes.ts';
import { deriveUnchangedWithoutScope } from '../derive/lifecycle/unchanged.ts';

export const scopesCases: DeclareCases = (contract) => [
  ...deriveScopes(contract, 'submitReceipt'),
  ...deriveUnchangedWithoutScope(contract),
];
