import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/response-headers.ts';

/** Headers of a successful submit-receipt. */
export const submitReceiptCases: DeclareCases = (contract) => [...deriveSuccessHeaders(contract, 'submitReceipt')];
