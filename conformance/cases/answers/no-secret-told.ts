import type { DeclareCases } from '../../src/case/case.ts';
import { findSecret } from '../../src/checks/find-secret.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { sharedRefusal } from '../play/create-with.ts';

/** Cases which check that no problem discloses a secret. */
export const noSecretToldCases: DeclareCases = (contract) => [
  {
    id: 'answers/no-secret-told',
    title: 'No problem holds a stack trace, or the receipt that was sent or a part of it',
    requirement: 'problem-tells-no-secret/receipt',
    tries: ['problem-tells-no-secret/stack-trace'],
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const receipt = `${crypto.randomUUID()}-made-up-${crypto.randomUUID()}`;
      const { id } = invoiceOf(await sharedCreate(subject));
      const cutOff = { ...subject.requestOf('createPayment', {}), body: '{"cashTag": ' };
      for (const exchange of [
        await sharedRefusal(subject),
        await subject.submit(id, receipt),
        await subject.submit(id, receipt.padEnd(9000, 'x')),
        await subject.send(subject.requestOf('submitReceipt', { invoiceId: id, webReceipt: [receipt] })),
        await subject.send(cutOff),
      ]) {
        const text = exchange.answer?.text ?? '';
        const told = findSecret(text, receipt);
        if (told === undefined) continue;
        return broken(contract, 'problem-tells-no-secret', {
          expected: 'no secret',
          received: `${told}: ${text.slice(0, 200)}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
];
