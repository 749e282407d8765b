import { receiptFor, sendReceipt, shares, submit } from '../../payments/pay.ts';
import { acceptedSubmit } from '../../payments/receipts.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, insteadIn } from '../../src/outcome/finding.ts';
import { read } from '../../src/subject/play.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveForeignInvoice } from '../derive/access/foreign-invoice.ts';
import { judgeForeign } from '../derive/access/ownership.ts';
import { deriveScopes } from '../derive/access/tokens.ts';
import { deriveUnchanged, deriveUnchangedWithoutScope } from '../derive/lifecycle/unchanged.ts';
import { deriveMethods } from '../derive/refusals/methods.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import type { derivations } from '../derive/refusals/violations-of.ts';
import { deriveLongest, longestOf, wideText } from '../derive/requests/accepted.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { shown, startCallbackPlay } from '../play/callback-play.ts';

/** Cases for submitReceipt: for its responses, and for requests with a mistake, which must be refused and change nothing. */
export const refusedCases: DeclareCases = (contract) => {
  const submitting = operationById(contract, 'submitReceipt');
  const refusals = (kind: keyof typeof derivations) => [
    ...deriveRefusals(contract, submitting, kind),
    ...deriveUnchanged(contract, submitting, kind),
  ];
  const id = longestOf(submitting, 'invoiceId');
  const receipt = longestOf(submitting, 'webReceipt');
  return [
    ...refusals('authentication'),
    ...refusals('media-type'),
    ...refusals('method'),
    ...deriveMethods(contract, submitting),
    ...deriveForeignInvoice(contract, submitting),
    {
      id: 'submit-receipt/ownership/foreign-receipt',
      title: "Repeating a counted receipt of another account's invoice gets the response for an unknown invoice",
      requirement: 'submit-foreign-is-unknown',
      covers: ['foreign-invoice-looks-unknown'],
      operations: ['create-payment', 'submit-receipt'],
      async run({ subject }) {
        const other = asOther(subject);
        const { payable } = await acceptedSubmit(subject);
        const ask = (asked: unknown): Promise<Exchange> => sendReceipt(other, asked, payable.webReceipt);
        return judgeForeign(contract, submitting, payable.invoice.id, ask);
      },
    },
    ...deriveScopes(contract, submitting),
    ...deriveUnchangedWithoutScope(contract, submitting),
    ...deriveResponses(contract, submitting),
    {
      id: 'submit-receipt/answer/no-callback-url',
      title: 'Neither the response of submit-receipt nor that of a fetch-payment after it has callbackUrl',
      requirement: 'invoice-without-callback-url',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run(context) {
        const play = await startCallbackPlay(context);
        const submitted = await submit(play, await receiptFor(play, shares(context.subject).whole));
        const telling = [invoiceOf(submitted), await read(play)].find((invoice) => Object.hasOwn(invoice, 'callbackUrl'));
        if (!telling) return [];
        const wrong = insteadIn('callbackUrl', 'absent', telling.callbackUrl, shown(play));
        return broken(contract, 'invoice-without-callback-url', wrong);
      },
    },
    ...refusals('body'),
    deriveLongest(contract, {
      id: 'submit-receipt/body/invoiceId/longest',
      title: `An invoiceId of ${id} characters of three or four bytes each is looked up`,
      requirement: 'submit-invoice-id-length',
      send: (subject) => sendReceipt(subject, wideText(id), 'made-up-receipt'),
      code: 'invoice_not_found',
    }),
    deriveLongest(contract, {
      id: 'submit-receipt/body/webReceipt/longest',
      title: `A webReceipt of ${receipt} characters is verified`,
      requirement: 'submit-web-receipt-length',
      send: async (subject) =>
        sendReceipt(subject, invoiceOf(await sharedCreate(subject)).id, 'made-up-receipt-'.padEnd(receipt, 'a')),
      code: 'receipt_invalid',
    }),
    // Leaves out this case if a receipt of the maximum length, in characters of several bytes, could exceed the body limit.
    ...(3.5 * receipt + 2048 > contract.bodyLimit
      ? []
      : [
          deriveLongest(contract, {
            id: 'submit-receipt/body/webReceipt/longest-in-bytes',
            title: `A webReceipt of ${receipt} characters of three or four bytes each is verified`,
            requirement: 'submit-web-receipt-length',
            send: async (subject) => sendReceipt(subject, invoiceOf(await sharedCreate(subject)).id, wideText(receipt)),
            code: 'receipt_invalid',
          }),
        ]),
  ];
};
