import type { DeclareCases } from '../../src/case/case.ts';
import { deriveProblems } from '../derive/problems.ts';

/** Problems of refused submit-receipt requests. */
export const problemCases: DeclareCases = (contract) => [...deriveProblems(contract, 'submitReceipt')];
