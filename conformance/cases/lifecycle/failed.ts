import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSilence } from '../derive/silence.ts';
import { deriveTransitions } from '../derive/transitions.ts';
import { deriveVerifierAway } from '../derive/verifier-away.ts';

export const failedCases: DeclareCases = (contract) => [
  ...deriveTransitions(contract, 'FAILED'),
  ...deriveVerifierAway(contract, 'FAILED'),
  ...deriveSilence(contract, 'FAILED'),
];
