import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

export const paidCases: DeclareCases = (contract) => deriveTransitions(contract, 'PAID');
