import type { DeclareCases } from '../../src/case/case.ts';
import { deriveTransitions } from '../derive/transitions.ts';
import { deriveVerifierAway } from '../derive/verifier-away.ts';

export const underPaidCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'UNDER_PAID'),
  ...deriveVerifierAway(contract, 'UNDER_PAID'),
];
