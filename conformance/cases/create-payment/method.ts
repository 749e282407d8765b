import type { DeclareCases } from '../../src/case/case.ts';
import { deriveMethods } from '../derive/methods.ts';
import { deriveRefusals } from '../derive/refusals.ts';

/** Other methods at the path of create-payment. */
export const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'createPayment', 'method'),
  ...deriveMethods(contract, 'createPayment'),
];
