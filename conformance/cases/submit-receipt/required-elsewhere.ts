import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRequiredElsewhere } from '../derive/requests/required-elsewhere.ts';

export const requiredElsewhereCases: DeclareCases = (contract) => [deriveRequiredElsewhere(contract, 'submitReceipt')];
