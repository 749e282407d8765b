import type { DeclareCases } from '../../src/case/case.ts';
import { deriveHeaders } from '../derive/responses/response-headers.ts';
import { sharedRefusal } from '../play/create-with.ts';

export const refusalCases: DeclareCases = (contract) =>
  deriveHeaders(contract, {
    id: 'refusal',
    title: 'a refused create',
    operations: ['create-payment'],
    get: sharedRefusal,
  }).map((one) => ({ ...one, derived: true }));
