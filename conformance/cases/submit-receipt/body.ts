import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { deriveUnchanged } from '../derive/lifecycle/unchanged.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveLongest, longestOf, wideText } from '../derive/requests/longest.ts';

export const bodyCases: DeclareCases = (contract) => {
  const [id, receipt] = ['invoiceId', 'webReceipt'].map((field) => longestOf(contract, 'submitReceipt', field)) as [
    number,
    number,
  ];
  return [
    ...deriveRefusals(contract, 'submitReceipt', 'body'),
    ...deriveUnchanged(contract, 'body'),
    deriveLongest(contract, {
      id: 'submit-receipt/body/invoiceId/longest',
      title: `An invoiceId of ${id} characters of three or four bytes each is looked up`,
      requirement: 'submit-invoice-id-length',
      send: (subject) => subject.submit(wideText(id), 'made-up-receipt'),
      code: 'invoice_not_found',
    }),
    deriveLongest(contract, {
      id: 'submit-receipt/body/webReceipt/longest',
      title: `A webReceipt of ${receipt} characters is verified`,
      requirement: 'submit-web-receipt-length',
      send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, 'made-up-receipt-'.padEnd(receipt, 'a')),
      code: 'receipt_invalid',
    }),
    // Leaves out this case if a receipt of the maximum length, in characters of several bytes, could exceed the body limit.
    ...(3.5 * receipt + 2048 > contract.bodyLimit ? [] : [longestInBytes(contract, receipt)]),
  ];
};

const longestInBytes = (contract: Contract, receipt: number): Case =>
  deriveLongest(contract, {
    id: 'submit-receipt/body/webReceipt/longest-in-bytes',
    title: `A webReceipt of ${receipt} characters of three or four bytes each is verified`,
    requirement: 'submit-web-receipt-length',
    send: async (subject) => subject.submit(invoiceOf(await sharedCreate(subject)).id, wideText(receipt)),
    code: 'receipt_invalid',
  });
