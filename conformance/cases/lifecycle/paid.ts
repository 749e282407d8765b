import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

/** Every event of a PAID invoice. */
export const paidCases: DeclareCases = (contract) => [...deriveTransitions(contract, 'PAID')];
