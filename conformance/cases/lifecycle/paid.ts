import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSilence } from '../derive/silence.ts';
import { deriveTransitions } from '../derive/transitions.ts';
import { deriveVerifierAway } from '../derive/verifier-away.ts';

export const paidCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'PAID'),
  ...deriveVerifierAway(contract, 'PAID'),
  ...deriveSilence(contract, 'PAID'),
];
