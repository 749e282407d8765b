import type { DeclareCases } from '../../src/case/case.ts';
import { readerOf } from '../../src/contract/main-object.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveLongest, longestOf, wideText } from '../derive/requests/accepted.ts';

export const bodyCases: DeclareCases = (contract) => {
  const longest = longestOf(readerOf(contract), 'invoiceId');
  return [
    ...deriveRefusals(contract, readerOf(contract), 'body'),
    deriveLongest(contract, {
      id: 'fetch-payment/body/invoiceId/longest',
      title: `An invoiceId of ${longest} characters is looked up`,
      requirement: 'fetch-invoice-id-length',
      send: (subject) => subject.fetch('no-such-invoice-'.padEnd(longest, 'a')),
      code: 'invoice_not_found',
    }),
    deriveLongest(contract, {
      id: 'fetch-payment/body/invoiceId/longest-beyond-ascii',
      title: `An invoiceId of ${longest} characters of three or four bytes each is looked up`,
      requirement: 'fetch-invoice-id-length',
      send: (subject) => subject.fetch(wideText(longest)),
      code: 'invoice_not_found',
    }),
  ];
};
