import type { DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { findingsOf } from '../play/differ.ts';
import { isSignedWith } from '../play/is-signed-with.ts';
import { paid, shares } from '../play/play.ts';

/** Signatures after the secret was rotated. */
export const secretRotatedCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/secret-rotated',
    title: 'After a rotation both secrets sign',
    requirement: 'callback-signed-twice-in-rotation',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const rotate = requireAbility(context.subject, 'rotateSecret', 'A secret that can be rotated is needed');
      const before = context.listener?.settings.secret;
      const play = await startCallbackPlay(context);
      if (before === undefined)
        throw new CaseSkipped('The secret before the rotation is needed: give it with --callback-secret.');
      const after = await rotate(context.subject.settings);
      await paid(play, shares(context.subject).whole);
      const [call] = await expectCalls(play, 1);
      if (call && isSignedWith(before, call) && isSignedWith(after, call)) return [];
      const received = `webhook-signature: ${call?.headers['webhook-signature'] ?? 'absent'}`;
      return findingsOf(contract, 'callback-signed-twice-in-rotation', play, {
        expected: 'a signature of each secret',
        received,
      });
    },
  },
];
