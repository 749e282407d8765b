import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const unknownInvoiceCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'unknown-invoice', 'a 404 for an invoice', (fetch) => fetch);
