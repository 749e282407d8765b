import type { DeclareCases } from '../../src/case/case.ts';
import { deriveUnchanged } from '../derive/lifecycle/unchanged.ts';
import { deriveMethods } from '../derive/refusals/methods.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';

export const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'method'),
  ...deriveUnchanged(contract, 'method'),
  ...deriveMethods(contract, 'submitReceipt'),
];
