import type { Call } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { type CallbackPlay, eventOf, expectCalls, later, showCall, shown, startCallbackPlay } from '../play/callback-play.ts';
import { failsOnce, pay, quiet, type RetryCase, settle, untilSecond } from '../play/delivery.ts';
import { isSignedWith } from '../play/is-signed-with.ts';
import { paid, shares } from '../play/play.ts';

/** Returns the first two attempts of one event; the first got a 500. */
async function retried(context: CaseContext): Promise<{ play: CallbackPlay; first?: Call; second?: Call }> {
  return context.subject.share('retried', async () => {
    const play = await pay(context, failsOnce(500));
    // A deployment may sign by a clock of its own, moved or not: a second must pass on either.
    await play.mailbox.wait(Number.POSITIVE_INFINITY, 1100);
    const [first, second] = await untilSecond(play);
    return { play, ...(first && { first }), ...(second && { second }) };
  });
}

/** Seconds between one attempt and the next. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const sooner = 60;

const attemptsOf = ({ mailbox }: CallbackPlay, first: Call | undefined): Call[] =>
  mailbox.calls.filter((call) => call.headers['webhook-id'] === first?.headers['webhook-id']);

/** Waits for this number of attempts of an event. */
async function untilTried(play: CallbackPlay, first: Call | undefined, count: number): Promise<number> {
  await play.mailbox.wait(() => attemptsOf(play, first).length >= count);
  return attemptsOf(play, first).length;
}

const retries: RetryCase[] = [
  {
    id: 'after-500',
    title: 'An event that was answered 500 is sent again',
    requirement: 'callback-retried',
    async try(context) {
      const { play, second } = await retried(context);
      return {
        play,
        expected: 'a second attempt within 30 s',
        ...(!second && { received: `${play.mailbox.calls.length} attempts` }),
      };
    },
  },
  {
    id: 'same-id',
    title: 'webhook-id is the same at both attempts',
    requirement: 'callback-id-stable',
    async try(context) {
      const { play, first, second } = await retried(context);
      const same = !second || first?.headers['webhook-id'] === second.headers['webhook-id'];
      return { play, expected: `webhook-id: ${first?.headers['webhook-id']}`, ...(!same && { received: showCall(second) }) };
    },
  },
  {
    id: 'same-body',
    title: 'Both attempts send the same bytes',
    requirement: 'callback-body-stays',
    async try(context) {
      const { play, first, second } = await retried(context);
      const same = !second || first?.body === second.body;
      return { play, expected: showCall(first), ...(!same && { received: showCall(second) }) };
    },
  },
  {
    id: 'event-timestamp',
    title: 'timestamp is the same at both attempts',
    requirement: 'event-timestamp',
    async try(context) {
      const { play, first, second } = await retried(context);
      const same = !second || eventOf(first).timestamp === eventOf(second).timestamp;
      return { play, expected: showCall(first), ...(!same && { received: showCall(second) }) };
    },
  },
  {
    id: 'new-timestamp',
    title: 'webhook-timestamp moves with the attempt',
    requirement: 'callback-timestamp-new',
    async try(context) {
      const { play, first, second } = await retried(context);
      const [one, other] = [first, second].map((call) => Number(call?.headers['webhook-timestamp']));
      const moved = !second || Number(other) - Number(one) >= 1;
      return {
        play,
        expected: 'webhook-timestamp: later by a second at least',
        ...(!moved && { received: `${one}, then ${other}` }),
      };
    },
  },
  {
    id: 'signature',
    title: 'webhook-signature of the second attempt verifies too',
    requirement: 'callback-signed',
    async try(context) {
      const secret = context.listener?.settings.secret;
      if (secret === undefined)
        throw new CaseSkipped('The secret that signs callbacks is needed: give it with --callback-secret, or CALLBACK_SECRET.');
      const { play, first, second } = await retried(context);
      // Another case reports a first attempt with a wrong signature.
      const right = !first || !second || !isSignedWith(secret, first) || isSignedWith(secret, second);
      const received = `webhook-signature: ${second?.headers['webhook-signature'] ?? 'absent'}`;
      return { play, expected: 'a signature of the secret, of this webhook-timestamp', ...(!right && { received }) };
    },
  },
  {
    id: 'ends-with-success',
    title: 'Nothing more is sent after a 2xx, be it the first answer or the second',
    requirement: 'callback-ends-with-success',
    async try(context) {
      const { play, second } = await retried(context);
      await settle(play);
      await later(play, 48 * 60 * 60);
      // The invoice expires meanwhile: that is another event, which succeeds at once.
      await play.mailbox.wait(3, quiet(play));
      await settle(play);
      await later(play, 48 * 60 * 60);
      const calls = await play.mailbox.wait(5, quiet(play));
      const expected = 'two attempts of the event that was refused once, one of any other';
      const again = calls.some(({ headers: { 'webhook-id': id } }, index) => {
        const earlier = calls.slice(0, index).filter(({ headers }) => headers['webhook-id'] === id).length;
        return earlier >= (id === second?.headers['webhook-id'] ? 2 : 1);
      });
      return { play, expected, ...(second && again && { received: `${calls.length}: ${calls.map(showCall).join('; ')}` }) };
    },
  },
  {
    id: 'after-redirect',
    title: 'A redirect is not followed, and the event is sent again',
    requirement: 'callback-redirect-not-followed',
    async try(context) {
      const elsewhere = context.listener?.open();
      const play = await pay(context, (count) =>
        count === 1 ? { status: 302, headers: { Location: elsewhere?.url ?? '' } } : { status: 204 },
      );
      const calls = await untilSecond(play);
      const followed = (await elsewhere?.wait(1, quiet(play)))?.length ?? 0;
      const right = calls.length >= 2 && followed === 0;
      const received = followed > 0 ? 'the redirect was followed' : `${calls.length} attempts`;
      return { play, expected: 'a second attempt at the same URL', ...(!right && { received }) };
    },
  },
  {
    id: 'ends-with-410',
    title: 'A 410 ends the calls for the invoice, of its other events too',
    requirement: 'callback-ends-with-410',
    async try(context) {
      const play = await pay(context, () => ({ status: 410 }));
      await paid(play, shares(context.subject).rest);
      await later(play, 48 * 60 * 60);
      const calls = await play.mailbox.wait(2, quiet(play));
      return {
        play,
        expected: 'one attempt',
        ...(calls.length > 1 && { received: `${calls.length}: ${calls.map(showCall).join('; ')}` }),
      };
    },
  },
  {
    id: 'retry-after',
    title: 'A Retry-After puts the next attempt off',
    requirement: 'callback-honours-retry-after',
    async try(context) {
      const play = await pay(context, (count) =>
        count === 1 ? { status: 503, headers: { 'Retry-After': '600' } } : { status: 204 },
      );
      await later(play, 60);
      const early = (await play.mailbox.wait(2, quiet(play))).length;
      await later(play, 700);
      const late = (await play.mailbox.wait(2)).length;
      const received = early > 1 ? 'a second attempt within 60 s' : 'no second attempt after 700 s';
      return { play, expected: 'a second attempt after 600 s', ...((early > 1 || late < 2) && { received }) };
    },
  },
  {
    id: 'after-404',
    title: 'An event that was answered 404 is sent again',
    requirement: 'callback-retried',
    async try(context) {
      const play = await pay(context, failsOnce(404));
      const { length } = await untilSecond(play);
      return { play, expected: 'a second attempt within 30 s', ...(length < 2 && { received: `${length} attempts` }) };
    },
  },
  {
    id: 'after-hang-up',
    title: 'An event whose connection was ended without an answer is sent again',
    requirement: 'callback-retried',
    async try(context) {
      const play = await pay(context, (count) => ({ status: 204, hangUp: count === 1 }));
      const { length } = await untilSecond(play);
      return { play, expected: 'a second attempt within 30 s', ...(length < 2 && { received: `${length} attempts` }) };
    },
  },
  {
    id: 'body-after-change',
    title: 'An attempt sends the same bytes when the invoice has changed meanwhile',
    requirement: 'callback-body-stays',
    async try(context) {
      const play = await pay(context, failsOnce(500));
      const [first] = play.mailbox.calls;
      await paid(play, shares(context.subject).rest);
      for (let step = 0; step < 3 && attemptsOf(play, first).length < 2; step++) {
        await later(play, 10);
        await untilTried(play, first, 2);
      }
      const second = attemptsOf(play, first)[1];
      const same = !second || second.body === first?.body;
      return { play, expected: showCall(first), ...(!same && { received: showCall(second) }) };
    },
  },
  {
    id: 'ten-attempts',
    title: 'An event that is never received is sent ten times over three days',
    requirement: 'callback-retried',
    async try(context) {
      const { play, first } = await paidInFull(context);
      const expected = 'ten attempts, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after one another';
      for (const [index, pause] of pauses.entries()) {
        await later(play, Math.ceil(pause * 1.1) + 1);
        const tried = await untilTried(play, first, index + 2);
        if (tried < index + 2) return { play, expected, received: `${tried} attempts, and none ${pause} s after the last` };
        await settle(play);
        if (index > 0) continue;
        await later(play, sooner);
        await play.mailbox.wait(Number.POSITIVE_INFINITY, quiet(play));
        const early = attemptsOf(play, first).length > 2;
        if (early) return { play, expected, received: `a third attempt within ${sooner} s of the second` };
      }
      await later(play, 48 * 60 * 60);
      await play.mailbox.wait(Number.POSITIVE_INFINITY, quiet(play));
      const tried = attemptsOf(play, first).length;
      return { play, expected, ...(tried > 10 && { received: `${tried} attempts` }) };
    },
  },
];

/** The attempts of an event that was not received. */
export function retriesCases(contract: Contract): Case[] {
  return retries.map(({ id, title, requirement, try: tryOut }) => ({
    id: `callbacks/retries/${id}`,
    title,
    requirement,
    operations: ['create-payment', 'submit-receipt'],
    // Moving the clock expires every other invoice of the run.
    alone: true,
    async run(context) {
      const { play, expected, received } = await tryOut(context);
      if (received === undefined) return [];
      return broken(contract, requirement, { member: 'callbackUrl', expected, received, exchanges: shown(play) });
    },
  }));
}

/** Pays an invoice in full, so that it has one event only, wherever the clock moves; the event is never received. */
async function paidInFull(context: CaseContext): Promise<{ play: CallbackPlay; first: Call | undefined }> {
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const play = await startCallbackPlay(context);
  play.mailbox.respond = () => ({ status: 500 });
  await paid(play, shares(context.subject).whole);
  const [first] = await expectCalls(play, 1);
  await settle(play);
  return { play, first };
}
