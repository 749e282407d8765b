import type { DeclareCases } from '../../src/case/case.ts';
import { deriveEchoes } from '../derive/echoes.ts';
import { deriveOtherValues } from '../derive/other-values.ts';

export const echoCases: DeclareCases = (contract) => [
  ...deriveEchoes(contract, 'createPayment'),
  ...deriveOtherValues(contract, 'createPayment'),
];
