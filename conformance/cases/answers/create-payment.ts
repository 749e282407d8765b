import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/response-headers.ts';

/** Headers of a successful create-payment. */
export const createPaymentCases: DeclareCases = (contract) => [...deriveSuccessHeaders(contract, 'createPayment')];
