import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/response-headers.ts';

/** Headers of the response to a request for an unknown path. */
export const unknownPathCases: DeclareCases = (contract) => [
  ...deriveRefusalHeaders(contract, 'unknown-path', 'a 404 for a path', (fetch) => ({ ...fetch, path: `${fetch.path}-nothing` })),
];
