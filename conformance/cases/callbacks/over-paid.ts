import type { DeclareCases } from '../../src/case/case.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { differ, findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';

/** The event of a payment over the amount. */
export const overPaidCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/over-paid',
    title: 'A payment of more than the amount sends invoice.paid',
    requirement: 'event-type-names-change',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const play = await startCallbackPlay(context);
      await paid(play, shares(context.subject).over);
      return findingsOf(contract, 'event-type-names-change', play, differ(await expectCalls(play, 1), 'type', ['invoice.paid']));
    },
  },
];
