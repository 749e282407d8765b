import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

/** Every event of an UNDER_PAID invoice. */
export const underPaidCases: DeclareCases = (contract) => [...deriveTransitions(contract, 'UNDER_PAID')];
