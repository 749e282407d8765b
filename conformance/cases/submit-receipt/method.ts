import type { DeclareCases } from '../../src/case/case.ts';
import { deriveMethods } from '../derive/methods.ts';
import { deriveRefusals } from '../derive/refusals.ts';
import { deriveUnchanged } from '../derive/unchanged.ts';

export const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'method'),
  ...deriveUnchanged(contract, 'method'),
  ...deriveMethods(contract, 'submitReceipt'),
];
