import { paid, shares } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther, otherOf } from '../../src/subject/switch-account.ts';
import {
  attemptsOf,
  type CallbackPlay,
  expectCalls,
  findingsOf,
  inWords,
  later,
  pay,
  settle,
  showCall,
  startCallbackPlay,
  untilTried,
} from '../play/callback-play.ts';
import { callbackSecret, doubtSecret, isSignedWith, showSignature, unsigned } from '../play/is-signed-with.ts';
import { overFirst } from '../play/retried.ts';
import { dataOf } from './events.ts';

/** Seconds by which an attempt may be late, because some deployments look for due attempts only at intervals. */
const lateness = 20;

/** Returns the adapter's function that rotates a secret. Skips the case if there is none. */
const rotatorOf = (subject: Subject) => requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');

/** Rotates the other account's secret twice and returns both new secrets, or none if the adapter cannot rotate them. */
async function rotateTwice(other: Subject): Promise<string[]> {
  const rotate = rotatorOf(other);
  try {
    const secrets = [await rotate(other.settings), await rotate(other.settings)];
    return secrets.every((secret) => typeof secret === 'string') ? secrets : [];
  } catch {
    return [];
  }
}

/** Pays a new invoice in full. Returns the play, and the call that reports the payment, if it came. */
async function hearWhole(
  context: CaseContext,
  subject = context.subject,
): Promise<{ play: CallbackPlay; call: Call | undefined }> {
  const play = await startCallbackPlay({ ...context, subject });
  await paid(play, shares(subject).whole);
  return { play, call: (await expectCalls(play, 1))[0] };
}

/** Checks that after a rotation, the other account's calls are signed with both of its secrets, and not with this account's. */
async function judgeOther(context: CaseContext, after: string): Promise<Finding[]> {
  const { contract, subject, features } = context;
  const other = features.has('ownership') && otherOf(subject);
  if (!other) return [];
  const theirs = await rotateTwice(other);
  // Rotates this account's secret again. The other account's earlier secret must remain valid nevertheless.
  const latest = await rotatorOf(subject)(subject.settings);
  const { play, call } = await hearWhole(context, other);
  // Another case reports an event that does not come.
  if (call === undefined) return [];
  const received = showSignature(call);
  if ([after, latest].some((secret) => isSignedWith(secret, call))) {
    const expected = 'no signature of the new secret for an event of the other account';
    return findingsOf(contract, 'callback-signed/own-secret', play, { expected, received });
  }
  const signing = theirs.filter((secret) => isSignedWith(secret, call));
  // Records `theirs` if the newest of them did not sign the call: the adapter then probably rotated this account's secret.
  if (!signing.some((secret) => secret === theirs.at(-1))) subject.wire.record?.secrets.push(...theirs);
  else if (signing.length < theirs.length) {
    const expected = 'a signature of each secret, after a rotation of the secret of the other account';
    return findingsOf(contract, 'callback-signed-twice-in-rotation', play, { expected, received });
  }
  return [];
}

export const secretRotatedCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/secret-rotated',
    title: 'After a rotation, both secrets sign, also for another account',
    requirement: 'callback-signed-twice-in-rotation/both',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const rotate = rotatorOf(context.subject);
      const before = context.listener?.settings.secret;
      const play = await startCallbackPlay(context);
      if (before === undefined)
        throw new CaseSkipped('The secret before the rotation is needed: give it with --callback-secret.', '--callback-secret');
      const after = await rotate(context.subject.settings);
      await paid(play, shares(context.subject).whole);
      const [call] = await expectCalls(play, 1);
      if (call && isSignedWith(before, call) && isSignedWith(after, call)) return judgeOther(context, after);
      if (call && isSignedWith(after, call)) doubtSecret(context, before);
      const told = { expected: 'a signature of each secret', received: showSignature(call) };
      return findingsOf(contract, 'callback-signed-twice-in-rotation', play, told);
    },
  },
  {
    id: 'callbacks/secret-rotated/retry',
    title: 'Every secret of the last day signs each attempt after a rotation, also of an earlier event',
    requirement: 'callback-signed-twice-in-rotation/attempts',
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const { subject } = context;
      const rotate = rotatorOf(subject);
      let last = Number.POSITIVE_INFINITY;
      const play = await pay(context, shares(subject).whole, (count) => ({ status: count < last ? 500 : 204 }));
      // Each of these four secrets must sign the retries below, because a replaced secret remains valid for a day.
      const secrets: string[] = [];
      while (secrets.length < 4) secrets.push(await rotate(subject.settings));
      // Does not check attempts from before the last rotation, because they are not signed with all of these secrets.
      const { length: earlier } = attemptsOf(play);
      last = earlier + 2;
      const delivery = readDelivery(contract);
      const { jitter, delays } = delivery;
      for (const tried of [earlier, earlier + 1]) {
        await later(play, tried === 1 ? overFirst(delivery) : Math.round((delays[tried - 1] ?? 0) * (1 + jitter)) + lateness);
        const retry = (await untilTried(play, tried + 1)) > tried ? attemptsOf(play)[tried] : undefined;
        // Another case reports that no attempt came.
        if (!retry) return [];
        await settle(play);
        if (secrets.every((secret) => isSignedWith(secret, retry))) continue;
        return findingsOf(contract, 'callback-signed-twice-in-rotation', play, {
          expected: `a signature of each secret at attempt ${tried + 1}, after the rotation`,
          received: showSignature(retry),
        });
      }
      return [];
    },
  },
  {
    id: 'callbacks/secret-rotated/a-day-later',
    title: `The secret before a rotation signs for another ${inWords(readDelivery(contract).secretOverlap)} and no longer, even after further rotations`,
    requirement: 'callback-signed-twice-in-rotation/a-day',
    tries: ['callback-signed/verifies'],
    operations: ['create-payment', 'submit-receipt'],
    alone: true,
    async run(context) {
      const { subject } = context;
      const move = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const rotate = rotatorOf(subject);
      const other = context.features.has('ownership') && otherOf(subject);
      const theirs = other ? (await rotateTwice(other)).at(-1) : undefined;
      const before = await rotate(subject.settings);
      const after = await rotate(subject.settings);
      const { secretOverlap: overlap } = readDelivery(contract);
      // Rotates again halfway through the overlap. Checks the calls shortly before the overlap ends, and 60 seconds after that.
      const [half, within, behind] = [Math.round(overlap / 2), Math.round((overlap * 143) / 144), overlap + 60];
      await move(half, subject.settings);
      const latest = await rotate(subject.settings);
      // Becomes true once the other account's secret has signed a call: only then is it known to belong to that account.
      let isTheirs = false;
      for (const all of [true, false]) {
        await move(all ? within - half : behind - within, subject.settings);
        const heard = other && theirs !== undefined ? await hearWhole(context, other) : undefined;
        const signs = heard?.call && isSignedWith(String(theirs), heard.call);
        if (isTheirs && signs === false)
          return findingsOf(contract, 'callback-signed/verifies', heard?.play as CallbackPlay, {
            expected: "a signature of the other account's secret, which was not rotated",
            received: showSignature(heard?.call),
          });
        isTheirs = signs === true;
        const { play, call } = await hearWhole(context);
        const right = call && [after, latest].every((secret) => isSignedWith(secret, call)) && isSignedWith(before, call) === all;
        if (right) continue;
        return findingsOf(contract, 'callback-signed-twice-in-rotation', play, {
          expected: all
            ? `a signature of each of three secrets, ${inWords(within)} after the first rotation and sooner after the second`
            : `a signature of the two later secrets only, ${inWords(behind)} after the first rotation`,
          received: showSignature(call),
        });
      }
      return [];
    },
  },
  {
    id: 'callbacks/other-account',
    title: 'The events of two accounts are each signed with their own secret only, also at the same address',
    requirement: 'callback-signed/own-secret',
    features: ['ownership'],
    operations: ['create-payment', 'submit-receipt'],
    waits: true,
    async run(context) {
      const other = asOther(context.subject);
      const secret = callbackSecret(context);
      const { play, call } = await hearWhole(context, other);
      // Another case reports an event that does not come.
      if (call !== undefined && isSignedWith(secret, call)) {
        const expected = "a signature with the other account's secret only";
        return findingsOf(contract, 'callback-signed', play, { expected, received: showCall(call) });
      }
      // Both accounts may use the same callbackUrl. The secret must depend on the account, not on the URL.
      const created = await context.subject.create({ ...context.subject.createBody, callbackUrl: play.mailbox.url });
      const own = { ...play, subject: context.subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
      await paid(own, shares(context.subject).whole);
      const isOwn = (one: Call): boolean => dataOf(one).id === own.invoice.id;
      const ownCall = (await play.mailbox.wait(() => play.mailbox.calls.some(isOwn))).find(isOwn);
      if (ownCall === undefined || isSignedWith(secret, ownCall)) return [];
      doubtSecret(context, secret);
      return findingsOf(contract, 'callback-signed', own, unsigned(secret, ownCall));
    },
  },
];
