import type { DeclareCases } from '../../src/case/case.ts';
import { deriveProblems } from '../derive/problems.ts';

/** Problems of refused create-payment requests. */
export const problemCases: DeclareCases = (contract) => [...deriveProblems(contract, 'createPayment')];
