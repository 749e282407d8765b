import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

/** Every event of a FAILED invoice. */
export const failedCases: DeclareCases = (contract) => [...deriveTransitions(contract, 'FAILED')];
