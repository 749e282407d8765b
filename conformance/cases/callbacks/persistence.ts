import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { paid, shares } from '../lifecycle/play.ts';
import { type Attempt, failsOnce, pay, quiet, settle, untilSecond } from './attempt.ts';
import { type CallbackPlay, expectCalls, later, showCall, startCallbackPlay } from './call-back.ts';

/** Seconds between one attempt and the next. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const sooner = 60;

const attemptsOf = ({ mailbox }: CallbackPlay, first: Call | undefined): Call[] =>
  mailbox.calls.filter((call) => call.headers['webhook-id'] === first?.headers['webhook-id']);

/** Waits until an event was tried so often. */
async function untilTried(play: CallbackPlay, first: Call | undefined, count: number): Promise<number> {
  await play.mailbox.wait(() => attemptsOf(play, first).length >= count);
  return attemptsOf(play, first).length;
}

/** What is tried again, with what, how often and how soon. */
export const persistence: Attempt[] = [
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

/** A PAID invoice, which has one event and no other after, whatever the clock says; the event is never received. */
async function paidInFull(context: CaseContext): Promise<{ play: CallbackPlay; first: Call | undefined }> {
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const play = await startCallbackPlay(context);
  play.mailbox.answer = () => ({ status: 500 });
  await paid(play, shares(context.subject).whole);
  const [first] = await expectCalls(play, 1);
  await settle(play);
  return { play, first };
}
