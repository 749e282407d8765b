import type { DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { expectCalls, shown, startCallbackPlay } from '../play/callback-play.ts';
import { receiptFor, shares, submit } from '../play/play.ts';

/** The callbackUrl is called after a payment, as core demands. */
export const callbackCases: DeclareCases = (contract) => [
  {
    id: 'create-payment/callback/is-called',
    title: 'callbackUrl is called after a payment was processed, in whatever way',
    requirement: 'callback-is-called',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const query = 'order=1042&shop=a%2Fb';
      const play = await startCallbackPlay(context, async (url) => `${url}?${query}`);
      const exchange = await submit(play, await receiptFor(play, shares(context.subject).whole));
      if (!exchange.answer || !isSuccess(exchange.answer))
        throw new CaseSkipped(`The receipt was not accepted (${exchange.answer?.status}), so nothing is to be told.`);
      const calls = await expectCalls(play, 1);
      if (calls.some((call) => call.query.includes(query))) return [];
      const none = `none within ${play.listener.settings.wait / 1000} s`;
      return broken(contract, 'callback-is-called', {
        member: 'callbackUrl',
        expected: `a request to ${play.mailbox.url}?${query}`,
        received: calls[0] ? `a request to ${play.mailbox.url}?${calls[0].query}` : none,
        exchanges: shown(play),
      });
    },
  },
];
