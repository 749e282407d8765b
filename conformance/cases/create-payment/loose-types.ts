import type { DeclareCases } from '../../src/case/case.ts';
import { deriveLooseTypes } from '../derive/loose-types.ts';

export const looseTypesCases: DeclareCases = (contract) => [deriveLooseTypes(contract, 'createPayment')];
