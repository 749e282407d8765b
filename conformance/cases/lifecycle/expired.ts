import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

export const expiredCases: DeclareCases = (contract) => deriveTransitions(contract, 'EXPIRED');
