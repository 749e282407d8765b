import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusalHeaders } from '../derive/response-headers.ts';
import { withoutHeader } from '../derive/without-header.ts';

export const noMediaTypeCases: DeclareCases = (contract) =>
  deriveRefusalHeaders(contract, 'no-media-type', 'a 415', (fetch) => withoutHeader('Content-Type', fetch));
