import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/response-headers.ts';

/** Headers of the response to malformed JSON. */
export const malformedCases: DeclareCases = (contract) => [
  ...deriveRefusalHeaders(contract, 'malformed', 'a 400', (fetch) => ({ ...fetch, body: '{' })),
];
