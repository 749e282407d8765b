import type { DeclareCases } from '../../src/case/case.ts';
import { deriveSuccessHeaders } from '../derive/response-headers.ts';

/** Headers of a successful fetch-payment. */
export const fetchPaymentCases: DeclareCases = (contract) => [...deriveSuccessHeaders(contract, 'fetchPayment')];
