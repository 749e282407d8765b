import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';

/** Every event of an EXPIRED invoice. */
export const expiredCases: DeclareCases = (contract) => [...deriveTransitions(contract, 'EXPIRED')];
