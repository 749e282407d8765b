import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/response-headers.ts';
import { withoutHeader } from '../derive/without-header.ts';

export const noTokenCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'no-token', 'a 401', (fetch) => withoutHeader('Authorization', fetch));
