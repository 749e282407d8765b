import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveAccepted } from '../derive/requests/accepted.ts';
import { smallestCreate } from '../play/create-with.ts';

/** Media types that say JSON in UTF-8. */
const spellings = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ;  charset=Utf-8',
  'Application/JSON',
];

/** Media types of a create-payment body: those that are refused, and the spellings of JSON. */
export const mediaTypeCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'createPayment', 'media-type'),
  ...spellings.map((type) =>
    deriveAccepted(contract, {
      id: `create-payment/media-type/${encodeURIComponent(type.replaceAll(/ (?!;)/g, ''))}`,
      title: `A create said to be ${type} is accepted`,
      requirement: type.includes('charset') ? 'other-charset-is-415' : 'other-media-type-is-415',
      request(subject) {
        const request = smallestCreate(subject);
        return { ...request, headers: request.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]) };
      },
    }),
  ),
];
