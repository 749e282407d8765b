import type { DeclareCases } from '../../src/case/case.ts';
import { deriveOtherValues } from '../derive/requests/other-values.ts';
import { deriveEchoes } from '../derive/responses/echoes.ts';

export const echoCases: DeclareCases = (contract) => [
  ...deriveEchoes(contract, 'createPayment'),
  ...deriveOtherValues(contract, 'createPayment'),
];
