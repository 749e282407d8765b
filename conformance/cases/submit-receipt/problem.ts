import type { DeclareCases } from '../../src/case/case.ts';
import { deriveProblems } from '../derive/refusals/problems.ts';

export const problemCases: DeclareCases = (contract) => deriveProblems(contract, 'submitReceipt');
