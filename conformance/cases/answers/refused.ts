import type { DeclareCases } from '../../src/case/case.ts';
import { withoutHeader } from '../derive/refusals/send-violation.ts';
import { deriveHeaders, deriveRefusalHeaders } from '../derive/responses/response-headers.ts';
import { sharedRefusal } from '../play/create-with.ts';

/** Cases for the headers in the responses to a refused create and to fetches that are refused for different reasons. */
export const refusedCases: DeclareCases = (contract) => [
  ...deriveHeaders(contract, {
    id: 'refusal',
    title: 'a refused create',
    operations: ['create-payment'],
    get: sharedRefusal,
  }).map((one) => ({ ...one, derived: true })),
  ...deriveRefusalHeaders(contract, 'malformed', 'a 400', (fetch) => ({ ...fetch, body: '{' })),
  ...deriveRefusalHeaders(contract, 'no-token', 'a 401', (fetch) => withoutHeader('Authorization', fetch)),
  ...deriveRefusalHeaders(contract, 'no-media-type', 'a 415', (fetch) => withoutHeader('Content-Type', fetch)),
  ...deriveRefusalHeaders(contract, 'too-large', 'a 413', (fetch) => ({ ...fetch, body: '{}'.padEnd(contract.bodyLimit + 1) })),
  ...deriveRefusalHeaders(contract, 'unknown-invoice', 'a 404 for an invoice', (fetch) => fetch),
  ...deriveRefusalHeaders(contract, 'unknown-path', 'a 404 for a path', (fetch) => ({ ...fetch, path: `${fetch.path}-nothing` })),
  ...deriveRefusalHeaders(contract, 'other-method', 'a 405', (fetch) => ({ ...fetch, method: 'PUT' })),
];
