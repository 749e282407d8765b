import type { DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { expectCalls, later, startCallbackPlay } from '../play/callback-play.ts';
import { attemptsOf, pay, untilTried } from '../play/delivery.ts';
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
  {
    id: 'callbacks/secret-rotated/retry',
    title: 'Both secrets sign an attempt that is made after a rotation, of an event from before it too',
    requirement: 'callback-signed-twice-in-rotation',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const { subject } = context;
      const rotate = requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');
      let isRotated = false;
      const play = await pay(context, shares(subject).whole, () => ({ status: isRotated ? 204 : 500 }));
      const secrets = [await rotate(subject.settings), await rotate(subject.settings)];
      isRotated = true;
      const { length: earlier } = attemptsOf(play);
      // The first pause is 5 seconds long, the next 300, give or take a tenth. Where rotating took longer than the first, the
      // attempt behind the next tells.
      await later(play, earlier === 1 ? 10 : 350);
      const retry = (await untilTried(play, earlier + 1)) > earlier ? attemptsOf(play)[earlier] : undefined;
      // Another case says that no attempt came.
      if (!retry || secrets.every((secret) => isSignedWith(secret, retry))) return [];
      return findingsOf(contract, 'callback-signed-twice-in-rotation', play, {
        expected: 'a signature of each secret at the attempt after the rotation',
        received: `webhook-signature: ${retry.headers['webhook-signature'] ?? 'absent'}`,
      });
    },
  },
  {
    id: 'callbacks/secret-rotated/a-day-later',
    title: 'The secret before a rotation signs for 24 hours, and no longer',
    requirement: 'callback-signed-twice-in-rotation',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const { subject } = context;
      const move = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const rotate = requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');
      const before = await rotate(subject.settings);
      const after = await rotate(subject.settings);
      for (const [hours, both] of [
        [23, true],
        [1.1, false],
      ] as const) {
        await move(Math.round(hours * 3600), subject.settings);
        const play = await startCallbackPlay(context);
        await paid(play, shares(subject).whole);
        const [call] = await expectCalls(play, 1);
        const right = call && isSignedWith(after, call) && isSignedWith(before, call) === both;
        if (right) continue;
        return findingsOf(contract, 'callback-signed-twice-in-rotation', play, {
          expected: both
            ? 'a signature of each secret 23 hours after the rotation'
            : 'a signature of only the new secret 24.1 hours after it',
          received: `webhook-signature: ${call?.headers['webhook-signature'] ?? 'absent'}`,
        });
      }
      return [];
    },
  },
];
