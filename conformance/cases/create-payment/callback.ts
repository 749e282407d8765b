import { receiptFor, shares, submit } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import type { Inputs } from '../../src/subject/request-for.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import { type CallbackPlay, expectCalls, shown, startCallbackPlay } from '../play/callback-play.ts';

async function tryOnce(
  context: CaseContext,
  more: Inputs,
  wait: (play: CallbackPlay, count: number) => Promise<readonly Call[]>,
): Promise<Finding[]> {
  const query = 'shop=a%2Fb&order=1042';
  const { contract, subject } = context;
  const create = (body: Inputs) => subject.create({ ...body, ...more });
  const play = await startCallbackPlay(context, async (url) => `${url}?${query}`, create);
  const exchange = await submit(play, await receiptFor(play, shares(subject).whole));
  if (!exchange.answer || !isSuccess(exchange.answer))
    throw new CaseSkipped(`The receipt was not accepted (${exchange.answer?.status}), so no call is due.`);
  const calls = await wait(play, 1);
  if (calls.some((call) => call.query.includes(query))) return [];
  const none = `none within ${play.listener.settings.wait / 1000} s`;
  return broken(contract, 'callback-is-called', {
    member: 'callbackUrl',
    expected: `a request to ${play.mailbox.url}?${query}`,
    received: calls[0] ? `a request to ${play.mailbox.url}?${calls[0].query}` : none,
    exchanges: shown(play),
  });
}

/** Checks that the callbackUrl is called after a payment, which core requires. */
export const callbackCases: DeclareCases = (contract) => [
  {
    id: 'create-payment/callback/is-called',
    title: 'callbackUrl is called after a payment was processed',
    requirement: 'callback-is-called',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const first = tryOnce(context, {}, expectCalls);
      // Also tries a create with all other fields, because a server may mix up fields. Waits only briefly if `first` got no call.
      const full = tryOnce(context, echoedValues(contract, context.features), async ({ mailbox }) => {
        await first;
        return mailbox.wait(() => mailbox.calls.length > 0);
      });
      return (await Promise.all([first, full])).find((found) => found.length > 0) ?? [];
    },
  },
];
