import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

export const underPaidCases: DeclareCases = (contract) => deriveTransitions(contract, 'UNDER_PAID');
