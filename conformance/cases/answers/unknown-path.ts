import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const unknownPathCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'unknown-path', 'a 404 for a path', (fetch) => ({ ...fetch, path: `${fetch.path}-nothing` }));
