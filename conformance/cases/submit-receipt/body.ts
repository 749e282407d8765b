import type { DeclareCases } from '../../src/case/case.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { deriveLongest } from '../derive/longest.ts';
import { deriveRefusals } from '../derive/refusals.ts';

/** Bodies of a submit: those that are refused, and the longest texts. */
export const bodyCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'body'),
  deriveLongest(contract, {
    id: 'submit-receipt/body/invoiceId/longest',
    title: 'An invoiceId of 255 characters, of two bytes each, is looked up',
    requirement: 'submit-invoice-id-length',
    send: (subject) => subject.submit('\u00e9'.repeat(255), 'made-up-receipt'),
    code: 'invoice_not_found',
  }),
  deriveLongest(contract, {
    id: 'submit-receipt/body/webReceipt/longest',
    title: 'A webReceipt of 8192 characters is verified',
    requirement: 'submit-web-receipt-length',
    send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, 'made-up-receipt-'.padEnd(8192, 'a')),
    code: 'receipt_invalid',
  }),
  deriveLongest(contract, {
    id: 'submit-receipt/body/webReceipt/longest-in-bytes',
    title: 'A webReceipt of 8192 characters, of three bytes each, is verified',
    requirement: 'submit-web-receipt-length',
    send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, '\u20ac'.repeat(8192)),
    code: 'receipt_invalid',
  }),
];
