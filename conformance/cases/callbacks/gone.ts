import type { Call } from '../../src/callbacks/listener.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { type CallbackPlay, eventOf, expectCalls, later, startCallbackPlay } from '../play/callback-play.ts';
import { attemptsOf, settle } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';
import { overFirst, retried } from '../play/retried.ts';

/** Cases which check that a 410 for one invoice does not end the calls for another. */
export const goneCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/gone',
    title: 'A 410 for one invoice does not end the calls for another',
    requirement: 'callback-ends-with-410/no-other',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { subject } = context;
      const [gone, other] = [await startCallbackPlay(context), await startCallbackPlay(context)];
      // Creates a second invoice with the same callbackUrl, because a 410 must end the calls for an invoice, not those to an
      // address.
      const created = await subject.create({ ...subject.createBody, callbackUrl: gone.mailbox.url });
      const sameAddress = { ...gone, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      gone.mailbox.respond = (count) => ({ status: count === 1 ? 410 : 204 });
      await paid(gone, shares(subject).whole);
      await expectCalls(gone, 1);
      await settle(gone);
      const newer = await startCallbackPlay(context);
      for (const play of [other, newer, sameAddress]) await paid(play, shares(subject).whole);
      for (const play of [other, newer, sameAddress])
        if ((await play.mailbox.wait(play === sameAddress ? 2 : 1)).length === (play === sameAddress ? 1 : 0))
          return findingsOf(contract, 'callback-ends-with-410', play, {
            expected: 'the event of another invoice',
            received: `no call within ${play.listener.settings.wait / 1000} s, after a 410 for ${gone.invoice.id}`,
          });
      return [];
    },
  },
  {
    id: 'callbacks/gone/waiting',
    title: 'A 410 for one invoice does not end the attempts for another that waits for its second one, at the same address',
    requirement: 'callback-ends-with-410/no-other',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { subject } = context;
      const gone = await startCallbackPlay(context);
      const { mailbox } = gone;
      const created = await subject.create({ ...subject.createBody, callbackUrl: mailbox.url });
      const waiting = { ...gone, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      const isOf = ({ invoice }: CallbackPlay, call: Call): boolean =>
        (eventOf(call).data as Record<string, unknown> | undefined)?.id === invoice.id;
      mailbox.respond = (count, call) => ({ status: isOf(gone, call) ? 410 : count === 1 ? 500 : 204 });
      await paid(waiting, shares(subject).whole);
      await expectCalls(waiting, 1);
      await settle(waiting);
      await paid(gone, shares(subject).whole);
      await expectCalls(gone, 2);
      await settle(gone);
      const attempts = (): Call[] => mailbox.calls.filter((call) => isOf(waiting, call));
      // Moves the clock until the second attempt of this event is due. Another case reports an attempt that does not come.
      if (attemptsOf((await retried(context)).after500).length < 2) return [];
      if (attempts().length < 2) await later(gone, overFirst(readDelivery(contract)));
      await mailbox.wait(() => attempts().length > 1);
      if (attempts().length > 1) return [];
      return findingsOf(contract, 'callback-ends-with-410', waiting, {
        expected: 'a second attempt of the event of another invoice',
        received: `none within ${gone.listener.settings.wait / 1000} s, after a 410 for ${gone.invoice.id}`,
      });
    },
  },
];
