import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';

export const authenticationCases: DeclareCases = (contract) => deriveRefusals(contract, 'fetchPayment', 'authentication');
