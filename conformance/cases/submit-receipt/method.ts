import type { DeclareCases } from '../../src/case/case.ts';
import { deriveMethods } from '../derive/methods.ts';
import { deriveRefusals } from '../derive/refusals.ts';

export const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'method'),
  ...deriveMethods(contract, 'submitReceipt'),
];
