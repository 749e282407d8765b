import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSilence } from '../derive/lifecycle/silence.ts';
import { deriveTransitions } from '../derive/lifecycle/transitions.ts';
import { deriveVerifierAway } from '../derive/lifecycle/verifier-away.ts';

export const paidCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'PAID'),
  ...deriveVerifierAway(contract, 'PAID'),
  ...deriveSilence(contract, 'PAID'),
];
