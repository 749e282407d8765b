import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, insteadIn } from '../../src/outcome/finding.ts';
import { acceptedSubmit, invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveForeignInvoice } from '../derive/access/foreign-invoice.ts';
import { judgeForeign } from '../derive/access/ownership.ts';
import { deriveScopes } from '../derive/access/tokens.ts';
import { deriveUnchanged, deriveUnchangedWithoutScope } from '../derive/lifecycle/unchanged.ts';
import { deriveMethods } from '../derive/refusals/methods.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { shown, startCallbackPlay } from '../play/callback-play.ts';
import { read, receiptFor, shares, submit } from '../play/play.ts';

export const refusedCases: DeclareCases = (contract) => [
  ...authenticationCases(contract),
  ...mediaTypeCases(contract),
  ...methodCases(contract),
  ...ownershipCases(contract),
  ...scopesCases(contract),
  ...answerCases(contract),
];

/** Cases for wrong and missing credentials at submit-receipt: the submit must be refused, and must not change the invoice. */
const authenticationCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'authentication'),
  ...deriveUnchanged(contract, 'authentication'),
];

const scopesCases: DeclareCases = (contract) => [
  ...deriveScopes(contract, 'submitReceipt'),
  ...deriveUnchangedWithoutScope(contract),
];

const mediaTypeCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'media-type'),
  ...deriveUnchanged(contract, 'media-type'),
];

const methodCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'method'),
  ...deriveUnchanged(contract, 'method'),
  ...deriveMethods(contract, 'submitReceipt'),
];

const ownershipCases: DeclareCases = (contract) => [
  ...deriveForeignInvoice(contract, 'submitReceipt'),
  {
    id: 'submit-receipt/ownership/foreign-receipt',
    title: "Repeating a counted receipt of another account's invoice gets the response for an unknown invoice",
    requirement: 'submit-foreign-is-unknown',
    covers: ['foreign-invoice-looks-unknown'],
    operations: ['create-payment', 'submit-receipt'],
    needs: ['pay'],
    async run({ subject }) {
      const other = asOther(subject);
      const { payable } = await acceptedSubmit(subject);
      const ask = (asked: unknown): Promise<Exchange> => other.submit(asked, payable.webReceipt);
      return judgeForeign(contract, operationById(contract, 'submitReceipt'), payable.invoice.id, ask);
    },
  },
];

const answerCases: DeclareCases = (contract) => [
  ...deriveResponses(contract, 'submitReceipt'),
  {
    id: 'submit-receipt/answer/no-callback-url',
    title: 'Neither the response of submit-receipt nor that of a fetch-payment after it has callbackUrl',
    requirement: 'invoice-without-callback-url',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    async run(context) {
      const play = await startCallbackPlay(context);
      const responses = [invoiceOf(await submit(play, await receiptFor(play, shares(context.subject).whole))), await read(play)];
      const telling = responses.find((invoice) => Object.hasOwn(invoice, 'callbackUrl'));
      if (!telling) return [];
      const wrong = insteadIn('callbackUrl', 'absent', telling.callbackUrl, shown(play));
      return broken(contract, 'invoice-without-callback-url', wrong);
    },
  },
];
