import type { DeclareCases } from '../../src/case/case.ts';
import { deriveScopes } from '../derive/access/scopes.ts';

export const scopesCases: DeclareCases = (contract) => deriveScopes(contract, 'createPayment');
