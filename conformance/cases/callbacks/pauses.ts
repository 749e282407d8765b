import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import { broken } from '../../src/outcome/finding.ts';
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
  shown,
  startCallbackPlay,
  untilTried,
} from '../play/callback-play.ts';
import { paid, shares } from '../play/play.ts';
import { showRetryAfter } from '../play/put-off.ts';
import { overFirst } from '../play/retried.ts';

/** Returns how long to keep a call open, in milliseconds of real time. It is less than the time limit of an attempt. */
const keptOpenFor = ({ timeout }: Delivery): number => Math.min(5500, 800 * timeout);

/**
 * How much earlier or later than the jitter allows an attempt may be, as a fraction of the pause. This covers the real time that
 * passes during the case.
 */
const beside = 0.025;

interface PauseCase {
  id: string;
  title: string;
  requirement: string;
  movesClock: boolean;
  /** `received` describes the violation; undefined if there is none. */
  try(context: CaseContext): Promise<{ play: CallbackPlay; expected: string; received?: string }>;
}

const pauses = (delivery: Delivery): PauseCase[] => [
  {
    id: 'retry-after-two-days',
    title: `A Retry-After of ${inWords(2 * delivery.longestRetryAfter)} puts the next attempt off by ${inWords(delivery.longestRetryAfter)}`,
    requirement: 'callback-honours-retry-after/a-day-at-most',
    movesClock: true,
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
    movesClock: true,
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
    movesClock: false,
    async try(context) {
      const keptOpen = keptOpenFor(delivery);
      let { play, closed } = await keepOpen(context, keptOpen);
      // Another case may have closed the call by restarting the server or moving the clock, so the case tries once more while no
      // other case runs.
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
export function pausesCases(contract: Contract): Case[] {
  return pauses(readDelivery(contract)).map(({ id, title, requirement, movesClock, try: tryOut }) => ({
    id: `callbacks/pauses/${id}`,
    title,
    requirement,
    operations: ['create-payment', 'submit-receipt'],
    ...(movesClock ? { movesClock, keepsTime: true } : { waits: true }),
    async run(context) {
      const { play, expected, received } = await tryOut(context);
      if (received === undefined) return [];
      return broken(contract, requirement, { member: 'callbackUrl', expected, received, exchanges: shown(play) });
    },
  }));
}
