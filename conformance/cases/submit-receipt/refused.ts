import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { makeFinding } from '../../src/outcome/finding.ts';
import { acceptedSubmit, invoiceOf, makePayable } from '../../src/subject/shared-exchanges.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { deriveForeignInvoice } from '../derive/access/foreign-invoice.ts';
import { judgeForeign } from '../derive/access/ownership.ts';
import { deriveScopes } from '../derive/access/scopes.ts';
import { deriveUnchanged, deriveUnchangedWithoutScope } from '../derive/lifecycle/unchanged.ts';
import { deriveMethods } from '../derive/refusals/methods.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { changeOf } from '../play/change-of.ts';

/** Cases for submits that are refused, and change nothing. */
export const refusedCases: DeclareCases = (contract) => [
  ...authenticationCases(contract),
  ...mediaTypeCases(contract),
  ...methodCases(contract),
  ...ownershipCases(contract),
  ...scopesCases(contract),
];

/** Cases for wrong and missing credentials at submit-receipt, which must also change nothing. */
const authenticationCases: DeclareCases = (contract) => [
  ...deriveRefusals(contract, 'submitReceipt', 'authentication'),
  ...deriveUnchanged(contract, 'authentication'),
  {
    id: 'submit-receipt/authentication/none-changes-nothing',
    title: 'A receipt that is submitted without a token, and refused, changes nothing',
    requirement: 'submit-requires-token',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    waits: true,
    async run({ subject }) {
      // If receipts are not accepted with the token either, this would prove nothing.
      await acceptedSubmit(subject);
      // This payment is never submitted. If its invoice changes too, the deployment learns of payments by itself.
      const control = await makePayable(subject);
      const payable = await makePayable(subject);
      const spec = subject.requestOf('submitReceipt', {
        invoiceId: payable.invoice.id,
        webReceipt: payable.webReceipt,
      });
      spec.headers = spec.headers.filter(([name]) => name !== 'Authorization');
      const refused = await subject.send(spec);
      // Another case reports a success.
      if (refused.answer && isSuccess(refused.answer)) return [];
      const { read, members: fields } = await changeOf(subject, payable, 4);
      if (fields.length === 0) return [];
      if ((await changeOf(subject, control, (subject.settings.settle ?? 2000) / 100)).members.length > 0) return [];
      return fields.map((field) =>
        makeFinding(contract, 'submit-requires-token', {
          member: field,
          expected: `${field}: ${showValue(payable.invoice[field])}, as before the submit that was refused`,
          received: `${field}: ${showValue(invoiceOf(read)[field])}`,
          exchanges: [payable.created, refused, read],
        }),
      );
    },
  },
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

/** Cases that submit a receipt for another account's invoice. */
const ownershipCases: DeclareCases = (contract) => [
  ...deriveForeignInvoice(contract, 'submitReceipt'),
  {
    id: 'submit-receipt/ownership/foreign-receipt',
    title: "A receipt that was counted on another account's invoice, for that invoice, gets the response of an unknown one",
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
