import type { DeclareCases } from '../../src/case/case.ts';
import { deriveScopes } from '../derive/scopes.ts';
import { deriveUnchangedWithoutScope } from '../derive/unchanged.ts';

export const scopesCases: DeclareCases = (contract) => [
  ...deriveScopes(contract, 'submitReceipt'),
  ...deriveUnchangedWithoutScope(contract),
];
