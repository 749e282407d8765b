import type { DeclareCases } from '../../src/case/case.ts';
import { deriveLooseTypes } from '../derive/requests/loose-types.ts';

export const looseTypesCases: DeclareCases = (contract) => [deriveLooseTypes(contract, 'createPayment')];
