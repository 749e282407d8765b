import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const malformedCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'malformed', 'a 400', (fetch) => ({ ...fetch, body: '{' }));
