import { paid, shares } from '../../payments/pay.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { idle } from '../../src/places/stillness.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import {
  attemptsOf,
  eventOf,
  expectCalls,
  failsOnce,
  firstAttempts,
  hasSlipped,
  hear,
  inWords,
  later,
  madeOdd,
  quiet,
  settle,
  showCall,
  startCallbackPlay,
  targetIn,
  targetOf,
} from './callback-play.ts';
import type { Trial } from './lasting.ts';
import { areSignedApart, overFirst, untilSentAgain } from './retried.ts';

export const callbackTrials: readonly Trial[] = [
  {
    id: 'sequence',
    title: 'After a restart, the events of an invoice continue in sequence, and those of an unpaid invoice begin',
    requirement: 'event-sequence-without-gaps',
    inOutage: 'callback-at-each-change/one-each',
    features: ['lifecycle'],
    async prepare(context) {
      const { part, rest } = shares(context.subject);
      const play = await hear(context, part);
      const unpaid = await startCallbackPlay(context);
      return async () => {
        await Promise.all([paid(play, rest), paid(unpaid, part)]);
        if ((await expectCalls(unpaid, 1)).length === 0)
          return { ...unpaid, breaks: 'callback-at-each-change/one-each', expected: 'an event', received: 'none' };
        const calls = firstAttempts(await expectCalls(play, 2));
        const numbers = calls.map((call) => eventOf(call).sequence).join(', ');
        const received = numbers === '1, 2' ? undefined : `sequence: ${numbers}`;
        return { exchanges: play.exchanges, expected: 'sequence: 1, 2', received };
      };
    },
  },
  {
    id: 'attempt',
    title: 'An event whose first attempt failed before a restart is sent again with the same bytes after it',
    requirement: 'callback-retried/refused',
    tries: ['callback-body-stays/changed'],
    inOutage: 'callback-retried/refused',
    features: ['lifecycle'],
    derived: true,
    async prepare(context) {
      requireAbility(context.subject, 'advanceTime', 'A clock that can be moved is needed');
      // The mailbox refuses every attempt until the restart.
      let isBack = false;
      const respond = () => ({ status: isBack ? 204 : 500 });
      const { part, rest } = shares(context.subject);
      const play = await hear(context, part, respond, { isOdd: true });
      // The second payment changes the invoice again. Its event fails too.
      await paid(play, rest);
      return async () => {
        isBack = true;
        const { exchanges } = play;
        const { length: before } = attemptsOf(play);
        const { delays } = readDelivery(context.contract);
        // If the deployment made all attempts before this check, none is left that could show whether the restart lost the event.
        if (before > delays.length) return { exchanges, expected: '' };
        const pause = delays[before - 1] ?? 0;
        await untilSentAgain(play, () => attemptsOf(play).length > before, { pause });
        const next = attemptsOf(play)[before];
        if (next === undefined) return { exchanges, expected: `attempt ${before + 1}`, received: `${before} attempts` };
        const expected = targetOf(madeOdd(play.mailbox.url, play.listener), play.listener);
        const called = targetIn(next, play.listener);
        if (called !== expected)
          return { exchanges, breaks: 'callback-at-each-change/whole-url', expected: `a call of ${expected}`, received: called };
        const [first = next] = attemptsOf(play);
        const received = next.body === first.body ? undefined : showCall(next);
        return { exchanges, breaks: 'callback-body-stays/changed', expected: showCall(first), received };
      };
    },
  },
  {
    id: 'put-off',
    title: 'An attempt that a Retry-After put off before a restart is still put off after it',
    requirement: 'callback-honours-retry-after/later',
    features: ['lifecycle'],
    async prepare(context) {
      requireAbility(context.subject, 'advanceTime', 'A clock that can be moved is needed');
      const putOff = 1500;
      const response = { status: 503, headers: { 'Retry-After': String(putOff) } };
      const play = await hear(context, shares(context.subject).whole, failsOnce(response));
      return async () => {
        const isAgain = (): boolean => attemptsOf(play).length > 1;
        if (!isAgain()) await later(play, overFirst(readDelivery(context.contract)));
        await play.mailbox.wait(isAgain, quiet(play));
        const [first, second] = attemptsOf(play);
        const isEarly = second !== undefined && !areSignedApart(first, second, putOff);
        const received = isEarly && !hasSlipped(play) ? 'one before' : undefined;
        const expected = `the second attempt ${inWords(putOff)} after the first, as Retry-After asked`;
        return { exchanges: play.exchanges, expected, received };
      };
    },
  },
  {
    id: 'gone',
    title: 'A 410 from before a restart still ends the events of its invoice after it',
    requirement: 'callback-ends-with-410/invoice',
    features: ['lifecycle'],
    async prepare(context) {
      const { part, rest } = shares(context.subject);
      const play = await hear(context, part, () => ({ status: 410 }));
      return async () => {
        await paid(play, rest);
        // Waits for a later event first. Until that has come, the absence of a call proves nothing.
        await hear(context, part);
        // Other cases may move the clock during this wait, because a call would be wrong at any later time too.
        const calls = await idle(() => play.mailbox.wait(2, quiet(play)));
        const received = calls.length > 1 ? `${calls.length} calls` : undefined;
        return { exchanges: play.exchanges, expected: 'no call after the 410', received };
      };
    },
  },
  {
    id: 'expiry',
    title: 'An invoice that was part paid before a restart expires after it, otherwise unchanged, and sends its event',
    requirement: 'lifecycle-expiry/by-itself',
    inOutage: 'callback-at-each-change/one-each',
    features: ['callbacks', 'lifecycle'],
    async prepare(context) {
      const play = await hear(context, shares(context.subject).part);
      return async () => {
        await expireInvoice(play.subject, play.invoice);
        const [before, after] = firstAttempts(await expectCalls(play, 2)).map(eventOf);
        const { exchanges } = play;
        if (after?.type !== 'invoice.expired')
          return { exchanges, expected: 'type: "invoice.expired"', received: `type: ${showValue(after?.type)}` };
        const [kept, shown] = [before, after].map((event) => event?.data as Record<string, unknown> | undefined);
        const field = ['paidAmount', 'receiptId'].find((name) => kept?.[name] !== shown?.[name]);
        if (field === undefined) return { exchanges, expected: '' };
        const [expected = '', received = ''] = [kept, shown].map((data) => `${field}: ${showValue(data?.[field])}`);
        return { exchanges, breaks: 'lifecycle-expiry', expected, received };
      };
    },
  },
];

/** A trial for the number of attempts so far. It is not in the list above, because it moves the clock before the restart. */
export const attemptsSoFar: Trial = {
  id: 'attempts-so-far',
  title: 'The attempts of an event before a restart still count after it, and all have the same webhook-id',
  requirement: 'callback-retried/pauses',
  features: ['lifecycle'],
  derived: true,
  async prepare(context) {
    const { delays, jitter } = readDelivery(context.contract);
    requireAbility(context.subject, 'advanceTime', 'A clock that can be moved is needed');
    const play = await hear(context, shares(context.subject).whole, (count) => ({ status: count < 4 ? 500 : 204 }));
    await untilSentAgain(play, () => attemptsOf(play).length > 1);
    await settle(play);
    const { length: before } = attemptsOf(play);
    return async () => {
      const [last = 0, pause = 0] = delays.slice(Math.max(0, before - 1));
      const { exchanges } = play;
      await untilSentAgain(play, () => attemptsOf(play).length > before, { pause: last });
      await settle(play);
      // A server that has lost the count makes a shorter pause. Moves the clock past that pause, but not past the right one.
      const soon = Math.round(Math.max(pause / 5, Math.min(1.2 * last, pause / 2)));
      await later(play, soon);
      await play.mailbox.wait(() => attemptsOf(play).length > before + 1, quiet(play));
      const attempts = attemptsOf(play);
      const ids = [...new Set(attempts.map(({ headers }) => headers['webhook-id']))];
      if (ids.length > 1)
        return { exchanges, breaks: 'callback-id-stable', expected: `webhook-id: ${ids[0]}`, received: `webhook-id: ${ids[1]}` };
      const [latest, next] = attempts.slice(before);
      const isEarly = next !== undefined && !areSignedApart(latest, next, (1 - jitter) * pause);
      const received = isEarly && !hasSlipped(play) ? `one within ${inWords(soon)}` : undefined;
      return { exchanges, expected: `attempt ${before + 2} ${inWords(pause)} after attempt ${before + 1}`, received };
    };
  },
};
