import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSilence } from '../derive/lifecycle/silence.ts';
import { deriveTransitions } from '../derive/lifecycle/transitions.ts';
import { deriveVerifierAway } from '../derive/lifecycle/verifier-away.ts';

export const failedCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'FAILED'),
  ...deriveVerifierAway(contract, 'FAILED'),
  ...deriveSilence(contract, 'FAILED'),
];
