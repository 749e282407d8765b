import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { read, receiptFor, shares, submit } from '../lifecycle/play.ts';
import { expectCalls, shown, startCallbackPlay } from './call-back.ts';

/** What every implementation is held to: a callbackUrl is called after the payment was processed. */
export function arrivalCases(contract: Contract): Case[] {
  return [
    {
      id: 'create-payment/callback/is-called',
      title: 'callbackUrl is called after a payment was processed, in whatever way',
      requirement: 'callback-is-called',
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const query = 'order=1042&shop=a%2Fb';
        const play = await startCallbackPlay(context, async (url) => `${url}?${query}`);
        const exchange = await submit(play, await receiptFor(play, shares(context.subject).whole));
        if (!exchange.answer || !isSuccess(exchange.answer))
          throw new CaseSkipped(`The receipt was not accepted (${exchange.answer?.status}), so nothing is to be told.`);
        const calls = await expectCalls(play, 1);
        if (calls.some((call) => call.query.includes(query))) return [];
        const none = `none within ${play.listener.settings.wait / 1000} s`;
        return [
          makeFinding(contract, 'callback-is-called', {
            member: 'callbackUrl',
            expected: `a request to ${play.mailbox.url}?${query}`,
            received: calls[0] ? `a request to ${play.mailbox.url}?${calls[0].query}` : none,
            exchanges: shown(play),
          }),
        ];
      },
    },
    {
      id: 'submit-receipt/answer/no-callback-url',
      title: 'The answer of submit-receipt never holds callbackUrl, nor does that of fetch-payment after it',
      requirement: 'invoice-without-callback-url',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run(context) {
        const play = await startCallbackPlay(context);
        const answers = [invoiceOf(await submit(play, await receiptFor(play, shares(context.subject).whole))), await read(play)];
        const telling = answers.find((invoice) => Object.hasOwn(invoice, 'callbackUrl'));
        if (!telling) return [];
        return [
          makeFinding(contract, 'invoice-without-callback-url', {
            member: 'callbackUrl',
            expected: 'callbackUrl: absent',
            received: `callbackUrl: ${showValue(telling.callbackUrl)}`,
            exchanges: shown(play),
          }),
        ];
      },
    },
  ];
}
