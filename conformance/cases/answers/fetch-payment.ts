import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/responses/response-headers.ts';

export const fetchPaymentCases: DeclareCases = (contract) => deriveSuccessHeaders(contract, 'fetchPayment');
