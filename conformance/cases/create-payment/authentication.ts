import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals.ts';

/** Wrong and missing credentials of create-payment. */
export const authenticationCases: DeclareCases = (contract) => [...deriveRefusals(contract, 'createPayment', 'authentication')];
