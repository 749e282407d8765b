import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const otherMethodCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'other-method', 'a 405', (fetch) => ({ ...fetch, method: 'PUT' }));
