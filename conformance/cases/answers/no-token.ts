import type { DeclareCases } from '../../src/case/case.ts';
import { withoutHeader } from '../derive/refusals/without-header.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const noTokenCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'no-token', 'a 401', (fetch) => withoutHeader('Authorization', fetch));
