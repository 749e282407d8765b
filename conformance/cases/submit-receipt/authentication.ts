import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { acceptedSubmit, makePayable } from '../../src/subject/shared-exchanges.ts';
import { deriveUnchanged } from '../derive/lifecycle/unchanged.ts';
import { deriveRefusals } from '../derive/refusals/refusals.ts';
import { changeOf } from '../play/change-of.ts';

/** Cases for wrong and missing credentials at submit-receipt, which must also change nothing. */
export const authenticationCases: DeclareCases = (contract) => [
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
