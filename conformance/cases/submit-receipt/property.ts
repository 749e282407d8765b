import type { DeclareCases } from '../../src/case/case.ts';
import { deriveWrongValues } from '../derive/requests/wrong-values.ts';

export const propertyCases: DeclareCases = (contract) => deriveWrongValues(contract, 'submitReceipt');
