import type { DeclareCases } from '../../src/case/case.ts';
import { deriveWrongValues } from '../derive/wrong-values.ts';

/** Generated requests of submit-receipt. */
export const propertyCases: DeclareCases = (contract) => [...deriveWrongValues(contract, 'submitReceipt')];
