import { paid, shares, submit } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { idle } from '../../src/places/stillness.ts';
import type { Inputs } from '../../src/subject/request-for.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { attemptsOf, expectCalls, findingsOf, later, quiet, settle, showCall, startCallbackPlay } from '../play/callback-play.ts';
import { create as createWithKey } from '../play/key-trial.ts';
import { overFirst, retried } from '../play/retried.ts';
import { dataOf } from './events.ts';

/** Cases for when a deployment must stop calling (after a 410 for an invoice), and for when it must not call at all. */
export const goneCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/gone',
    title: 'A 410 for one invoice does not end the calls for another',
    requirement: 'callback-ends-with-410/no-other',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const { subject } = context;
      const [gone, other] = [await startCallbackPlay(context), await startCallbackPlay(context)];
      // A 410 must end the calls for one invoice, but not all calls to its address.
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
      mailbox.respond = (count, call) => {
        if (dataOf(call).id === gone.invoice.id) return { status: 410 };
        return { status: count === 1 ? 500 : 204 };
      };
      await paid(waiting, shares(subject).whole);
      await expectCalls(waiting, 1);
      await settle(waiting);
      await paid(gone, shares(subject).whole);
      await expectCalls(gone, 2);
      await settle(gone);
      const attempts = (): Call[] => mailbox.calls.filter((call) => dataOf(call).id === waiting.invoice.id);
      // `retried` moves the clock until second attempts are due. If none comes for `after500`, another case reports that.
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
  {
    id: 'callbacks/not-otherwise',
    title: 'A create, its replay, a refused receipt and a repeated receipt send no event',
    requirement: 'callback-not-otherwise/create',
    tries: ['callback-not-otherwise/repeated', 'callback-not-otherwise/refused'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const { subject } = context;
      const create = (body: Inputs): Promise<Exchange> => createWithKey(subject, crypto.randomUUID(), body);
      const play = await startCallbackPlay(context, undefined, create);
      const [created] = play.exchanges;
      const { part, rest } = shares(subject);
      await submit(play, `made-up-receipt-${crypto.randomUUID()}`);
      await paid(play, part);
      await submit(play, play.counted[0] ?? '');
      if (created) await subject.send(created.request);
      await submit(play, `made-up-receipt-${crypto.randomUUID()}`);
      // Once the event of the last change has arrived, every earlier event must have arrived too.
      await paid(play, rest);
      await submit(play, play.counted[1] ?? '');
      await expectCalls(play, 2);
      const calls = await play.mailbox.wait(3, quiet(play));
      if (calls.length <= 2) return [];
      return findingsOf(contract, 'callback-not-otherwise', play, {
        expected: 'two events, one for each receipt that was counted',
        received: `${calls.length}: ${calls.map(showCall).join('; ')}`,
      });
    },
  },
  {
    id: 'callbacks/inside',
    title: 'A name that resolves to an address inside the network is not called, even when a second attempt would be due',
    requirement: 'callback-checks-address',
    operations: ['create-payment', 'submit-receipt'],
    movesClock: true,
    async run(context) {
      const nameInside = requireAbility(context.subject, 'nameInside', 'A name that leads to an address inside is needed');
      const play = await startCallbackPlay(context, async (url) => {
        const inside = await nameInside(url, context.subject.settings);
        if (inside === null) throw new CaseSkipped('The adapter knows no name that leads inside.', 'nameInside');
        return inside;
      });
      await paid(play, shares(context.subject).whole);
      // Until a later event has come, the absence of a call proves nothing.
      const other = await startCallbackPlay(context);
      await paid(other, shares(context.subject).whole);
      await expectCalls(other, 1);
      if (context.subject.wire.advanceTime) await later(other, overFirst(readDelivery(contract)));
      // Lets other cases move the clock during this wait, because no call is allowed at a later time either.
      const [call] = await idle(() => play.mailbox.wait(1, quiet(play, 1000)));
      return call ? findingsOf(contract, 'callback-checks-address', play, { expected: 'no call', received: showCall(call) }) : [];
    },
  },
];
