import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/responses/response-headers.ts';

export const createPaymentCases: DeclareCases = (contract) => deriveSuccessHeaders(contract, 'createPayment');
