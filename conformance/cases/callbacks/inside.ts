import type { DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { idle } from '../../src/places/stillness.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { expectCalls, later, showCall, startCallbackPlay } from '../play/callback-play.ts';
import { quiet } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';
import { overFirst } from '../play/retried.ts';

/** Cases which check that addresses inside a network are not called. */
export const insideCases: DeclareCases = (contract) => [
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
      // The absence of a call proves something only after a later event has come.
      const other = await startCallbackPlay(context);
      await paid(other, shares(context.subject).whole);
      await expectCalls(other, 1);
      if (context.subject.wire.advanceTime) await later(other, overFirst(readDelivery(contract)));
      // Other cases may move the clock during this wait, because a later attempt must not come either.
      const [call] = await idle(() => play.mailbox.wait(1, quiet(play, 1000)));
      return call ? findingsOf(contract, 'callback-checks-address', play, { expected: 'no call', received: showCall(call) }) : [];
    },
  },
];
