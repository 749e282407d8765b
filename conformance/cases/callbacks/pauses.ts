import { paid, shares } from '../../payments/pay.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import { idle } from '../../src/places/stillness.ts';
import {
  attemptsOf,
  type CallbackPlay,
  expectCalls,
  hasSlipped,
  inWords,
  later,
  pay,
  quiet,
  settle,
  startCallbackPlay,
  untilTried,
} from '../play/callback-play.ts';
import { showRetryAfter } from '../play/put-off.ts';
import { overFirst } from '../play/retried.ts';
import { type AttemptCase, attemptCase } from './retries.ts';

/** Returns how long to keep a call open, in milliseconds of real time. It is less than the time limit of an attempt. */
const keptOpenFor = ({ timeout }: Delivery): number => Math.min(5500, 800 * timeout);

/** Fraction of a pause by which an attempt may be earlier or later than the jitter permits, because real time passes too. */
const beside = 0.025;

const pauses = (delivery: Delivery): AttemptCase[] => [
  {
    id: 'retry-after-two-days',
    title: `A Retry-After of ${inWords(2 * delivery.longestRetryAfter)} puts the next attempt off by ${inWords(delivery.longestRetryAfter)}`,
    requirement: 'callback-honours-retry-after/a-day-at-most',
    async try(context) {
      const { longestRetryAfter: longest, jitter } = delivery;
      const asked = String(2 * longest);
      const soon = Math.round(longest * (1 - jitter - beside));
      const late = Math.round(longest * (1 + jitter + beside));
      const play = await pay(context, shares(context.subject).whole, (count) =>
        count === 1 ? { status: 503, headers: { 'Retry-After': asked } } : { status: 204 },
      );
      const first = play.mailbox.calls[0]?.headers['webhook-id'];
      const attempts = () => play.mailbox.calls.filter(({ headers }) => headers['webhook-id'] === first).length;
      await later(play, soon);
      await play.mailbox.wait(() => attempts() > 1, quiet(play));
      const early = attempts();
      await later(play, late - soon);
      await play.mailbox.wait(() => attempts() > 1);
      const received = early > 1 ? `a second attempt within ${inWords(soon)}` : `no second attempt after ${inWords(late)}`;
      const expected = `a second attempt ${inWords(longest)} after the first, whose response was ${showRetryAfter(asked)}`;
      return { play, expected, ...((early > 1 || attempts() < 2) && { received }) };
    },
  },
  {
    id: 'retry-after-a-second',
    title: 'A Retry-After of a second, of zero or of a past date does not make the third attempt earlier than scheduled',
    requirement: 'callback-honours-retry-after/not-earlier',
    async try(context) {
      const asked = ['1', '0', 'Sun, 06 Nov 1994 08:49:37 GMT'];
      const plays = await Promise.all(
        asked.map((retryAfter) =>
          pay(context, shares(context.subject).whole, (count) =>
            count < 3 ? { status: 503, headers: { 'Retry-After': retryAfter } } : { status: 204 },
          ),
        ),
      );
      const [first] = plays as [CallbackPlay];
      await later(first, overFirst(delivery));
      await Promise.all(plays.map((play) => untilTried(play, 2)));
      await settle(first);
      const [, second = 0] = delivery.delays;
      const soon = Math.round(second / 5);
      await later(first, soon);
      const isEarly = (play: CallbackPlay): boolean => attemptsOf(play).length > 2 && !hasSlipped(play);
      await first.mailbox.wait(() => plays.some(isEarly), quiet(first));
      const early = Math.max(0, plays.findIndex(isEarly));
      const play = plays[early] ?? first;
      const expected = `no third attempt within ${inWords(soon)} of the second, whose response was ${showRetryAfter(asked[early] ?? '')}`;
      return { play, expected, ...(isEarly(play) && { received: `${attemptsOf(play).length} attempts` }) };
    },
  },
  {
    id: 'attempt-kept-open',
    title: `An attempt that gets no response at once is not given up within ${keptOpenFor(delivery) / 1000} s`,
    requirement: 'callback-retried/not-sooner',
    inRealTime: keptOpenFor(delivery),
    async try(context) {
      const keptOpen = keptOpenFor(delivery);
      let { play, closed } = await keepOpen(context, keptOpen);
      // Tries once more while no other case runs, because another case may have restarted the server or moved the clock.
      if (closed !== undefined) ({ play, closed } = await keepOpen(context, keptOpen, (wait) => wait()));
      return {
        play,
        expected: `an attempt of ${delivery.timeout} s`,
        ...(closed !== undefined && { received: `the connection was closed after ${closed / 1000} s` }),
      };
    },
  },
];

/** Delays the response to an attempt. Returns the number of milliseconds after which the deployment hung up, if it did. */
async function keepOpen(
  context: CaseContext,
  keptOpen: number,
  meanwhile: typeof idle<unknown> = idle,
): Promise<{ play: CallbackPlay; closed: number | undefined }> {
  const play = await startCallbackPlay(context);
  play.mailbox.respond = (count) => ({ status: 204, ...(count === 1 && { after: keptOpen }) });
  await paid(play, shares(context.subject).whole);
  const [first] = await expectCalls(play, 1);
  const isOver = (): boolean => first?.closedAfter !== undefined || first?.answered === true;
  await meanwhile(() => play.mailbox.wait(isOver, keptOpen + 500));
  return { play, closed: first?.closedAfter };
}

/** Cases which check how long an attempt lasts, and the pause after it. */
export const pausesCases: DeclareCases = (contract) =>
  pauses(readDelivery(contract)).map((one) => attemptCase(contract, 'pauses', one));
