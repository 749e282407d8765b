import type { DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { differ, findingsOf } from '../play/differ.ts';
import { paid, shares } from '../play/play.ts';

/** The event of a second part payment. */
export const secondPartCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/second-part',
    title: 'A second part that leaves the invoice UNDER_PAID sends an event of its own',
    requirement: 'callback-at-each-change',
    covers: ['event-sequence-without-gaps'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const small = Math.floor(shares(context.subject).part / 2);
      if (small === 0) throw new CaseSkipped('The amount is too small for three parts: give a greater one with --amount.');
      const play = await startCallbackPlay(context);
      for (let count = 0; count < 2; count++) await paid(play, small);
      const calls = await expectCalls(play, 2);
      const types = differ(calls, 'type', ['invoice.under_paid', 'invoice.under_paid']);
      if (types) return findingsOf(contract, 'callback-at-each-change', play, types);
      return findingsOf(contract, 'event-sequence-without-gaps', play, differ(calls, 'sequence', [1, 2]));
    },
  },
];
