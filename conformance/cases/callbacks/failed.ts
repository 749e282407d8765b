import type { DeclareCases } from '../../src/case/case.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { differ, findingsOf } from '../play/differ.ts';
import { receiptFor, shares, submit } from '../play/play.ts';

/** The event of a failed payment. */
export const failedCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/failed',
    title: 'A failed payment sends invoice.failed',
    requirement: 'event-type-names-change',
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const play = await startCallbackPlay(context);
      await submit(play, await receiptFor(play, shares(context.subject).whole, 'failed'));
      return findingsOf(
        contract,
        'event-type-names-change',
        play,
        differ(await expectCalls(play, 1), 'type', ['invoice.failed']),
      );
    },
  },
];
