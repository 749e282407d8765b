import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveLongest, longestOf, wideText } from '../derive/requests/accepted.ts';

export const bodyCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'fetchPayment', 'body'),
  deriveLongest(contract, {
    id: 'fetch-payment/body/invoiceId/longest',
    title: `An invoiceId of ${longestOf(contract, 'fetchPayment', 'invoiceId')} characters is looked up`,
    requirement: 'fetch-invoice-id-length',
    send: (subject) => subject.fetch('no-such-invoice-'.padEnd(longestOf(contract, 'fetchPayment', 'invoiceId'), 'a')),
    code: 'invoice_not_found',
  }),
  deriveLongest(contract, {
    id: 'fetch-payment/body/invoiceId/longest-beyond-ascii',
    title: `An invoiceId of ${longestOf(contract, 'fetchPayment', 'invoiceId')} characters of three or four bytes each is looked up`,
    requirement: 'fetch-invoice-id-length',
    send: (subject) => subject.fetch(wideText(longestOf(contract, 'fetchPayment', 'invoiceId'))),
    code: 'invoice_not_found',
  }),
];
