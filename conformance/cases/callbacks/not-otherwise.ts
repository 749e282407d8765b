import type { DeclareCases } from '../../src/case/case.ts';
import { expectCalls, showCall, startCallbackPlay } from '../play/callback-play.ts';
import { quiet } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { create as createWithKey } from '../play/key-trial.ts';
import { paid, shares, submit } from '../play/play.ts';

/** Cases which check that no event is sent without a change. */
export const notOtherwiseCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/not-otherwise',
    title: 'A create, its replay, a refused receipt and a repeated receipt send no event',
    requirement: 'callback-not-otherwise/create',
    tries: ['callback-not-otherwise/repeated', 'callback-not-otherwise/refused'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const { subject } = context;
      let replay = (): Promise<unknown> => subject.create();
      const play = await startCallbackPlay(context, undefined, (body) => {
        const key = crypto.randomUUID();
        replay = () => createWithKey(subject, key, body);
        return createWithKey(subject, key, body);
      });
      const { part, rest } = shares(subject);
      await submit(play, `made-up-receipt-${crypto.randomUUID()}`);
      await paid(play, part);
      await submit(play, play.counted[0] ?? '');
      await replay();
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
];
