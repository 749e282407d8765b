import type { DeclareCases } from '../../src/case/case.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveLongest, longestOf } from '../derive/requests/longest.ts';

/** Bodies of a fetch: those that are refused, and the longest id. */
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
    title: `An invoiceId of ${longestOf(contract, 'fetchPayment', 'invoiceId')} characters, of two bytes each, is looked up`,
    requirement: 'fetch-invoice-id-length',
    send: (subject) => subject.fetch('\u00e9'.repeat(longestOf(contract, 'fetchPayment', 'invoiceId'))),
    code: 'invoice_not_found',
  }),
];
