import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/responses/response-headers.ts';

export const submitReceiptCases: DeclareCases = (contract) => deriveSuccessHeaders(contract, 'submitReceipt');
