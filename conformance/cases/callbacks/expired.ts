import type { DeclareCases } from '../../src/case/case.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { differ, findingsOf } from '../play/differ.ts';

/** The event of an expiry. */
export const expiredCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/expired',
    title: 'An expiry sends invoice.expired, read or not',
    requirement: 'callback-at-each-change',
    operations: ['create-payment'],
    alone: true,
    async run(context) {
      const play = await startCallbackPlay(context);
      await expireInvoice(context.subject, play.invoice);
      return findingsOf(
        contract,
        'callback-at-each-change',
        play,
        differ(await expectCalls(play, 1), 'type', ['invoice.expired']),
      );
    },
  },
];
