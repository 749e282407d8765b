import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const tooLargeCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'too-large', 'a 413', (fetch) => ({ ...fetch, body: '{}'.padEnd(contract.bodyLimit + 1) }));
