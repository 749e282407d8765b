import type { DeclareCases } from '../../src/case/case.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { settle } from '../play/delivery.ts';
import { findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';

/** A 410, and an invoice that it does not concern. */
export const goneCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/gone',
    title: 'A 410 for one invoice ends the calls of no other',
    requirement: 'callback-ends-with-410',
    operations: ['create-payment', 'submit-receipt'],
    async run(context) {
      const [gone, other] = [await startCallbackPlay(context), await startCallbackPlay(context)];
      gone.mailbox.respond = () => ({ status: 410 });
      await paid(gone, shares(context.subject).whole);
      await expectCalls(gone, 1);
      await settle(gone);
      const later = await startCallbackPlay(context);
      await paid(other, shares(context.subject).whole);
      await paid(later, shares(context.subject).whole);
      for (const play of [other, later])
        if ((await play.mailbox.wait(1)).length === 0)
          return findingsOf(contract, 'callback-ends-with-410', play, {
            expected: 'the event of another invoice',
            received: `no call within ${play.listener.settings.wait / 1000} s, after a 410 for ${gone.invoice.id}`,
          });
      return [];
    },
  },
];
