import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

export const failedCases: DeclareCases = (contract) => deriveTransitions(contract, 'FAILED');
