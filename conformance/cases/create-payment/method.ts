import type { DeclareCases } from '../../src/case/case.ts';
import { deriveMethods } from '../derive/refusals/methods.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';

export const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'createPayment', 'method'),
  ...deriveMethods(contract, 'createPayment'),
];
