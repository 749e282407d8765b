import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSilence } from '../derive/lifecycle/silence.ts';
import { deriveTransitions } from '../derive/lifecycle/transitions.ts';
import { deriveVerifierAway } from '../derive/lifecycle/verifier-away.ts';

export const underPaidCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'UNDER_PAID'),
  ...deriveVerifierAway(contract, 'UNDER_PAID'),
  ...deriveSilence(contract, 'UNDER_PAID'),
];
