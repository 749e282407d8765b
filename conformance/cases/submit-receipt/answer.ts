import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { broken } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { shown, startCallbackPlay } from '../play/callback-play.ts';
import { read, receiptFor, shares, submit } from '../play/play.ts';

export const answerCases: DeclareCases = (contract) => [
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
      return broken(contract, 'invoice-without-callback-url', {
        member: 'callbackUrl',
        expected: 'callbackUrl: absent',
        received: `callbackUrl: ${showValue(telling.callbackUrl)}`,
        exchanges: shown(play),
      });
    },
  },
];
