import type { DeclareCases } from '../../src/case/case.ts';
import { deriveProblems } from '../derive/problems.ts';

/** The problem that each refused fetch-payment is answered with. */
export const problemCases: DeclareCases = (contract) => [...deriveProblems(contract, 'fetchPayment')];
