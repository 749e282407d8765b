import type { DeclareCases } from '../../src/case/case.ts';
import { withoutHeader } from '../derive/refusals/without-header.ts';
import { deriveRefusalHeaders } from '../derive/responses/response-headers.ts';

export const noMediaTypeCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'no-media-type', 'a 415', (fetch) => withoutHeader('Content-Type', fetch));
