import type { DeclareCases } from '../../src/case/case.ts';
import { anySpelling } from '../derive/any-spelling.ts';
import { deriveWrongValues } from '../derive/wrong-values.ts';

export const propertyCases: DeclareCases = (contract) => [
  ...deriveWrongValues(contract, 'createPayment'),
  ...anySpelling(contract),
];
