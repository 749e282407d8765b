import type { Call, Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type CallbackPlay, eventOf, later } from './callback-play.ts';
import { attemptsOf, failsOnce, hasSlipped, pay, quiet, settle, untilTried } from './delivery.ts';
import { paid, shares } from './play.ts';
import { failures, paySmallParts } from './responses-to-attempts.ts';

/** Events whose first attempt was not received, each after its second attempt or after 30 s of the deployment's clock. */
export interface Retried {
  after500: CallbackPlay;
  after404: CallbackPlay;
  afterHangUp: CallbackPlay;
  afterRedirect: CallbackPlay;
  /** The place that the redirect points to. */
  elsewhere: Mailbox | undefined;
  /** The invoice changed between the attempts. */
  afterChange: CallbackPlay;
  /** Parts of one invoice, each event of which was received with another 2xx. */
  received: CallbackPlay;
}

/** Opens the place that redirects point to, for `retried` and `days` alike. */
const openElsewhere = (context: CaseContext): Promise<Mailbox | undefined> =>
  context.subject.share('place that redirects point to', async () => context.listener?.open());

/** Plays all of them side by side: every move of the clock serves each. */
export function retried(context: CaseContext): Promise<Retried> {
  return context.subject.share('retried', async () => {
    const elsewhere = await openElsewhere(context);
    const { part, rest, whole } = shares(context.subject);
    const redirect = { status: 302, headers: { Location: elsewhere?.url ?? '' } };
    const [after500, after404, afterHangUp, afterRedirect, afterChange, received] = await Promise.all([
      pay(context, whole, failsOnce({ status: 500 })),
      pay(context, whole, failsOnce({ status: 404 })),
      pay(context, whole, failsOnce({ status: 204, hangUp: true })),
      pay(context, whole, failsOnce(redirect)),
      // The next event is received, whenever it comes.
      pay(context, part, failsOnce({ status: 500 })),
      paySmallParts(context),
    ]);
    await paid(afterChange, rest);
    const plays = [after500, after404, afterHangUp, afterRedirect, afterChange];
    const untried = (): CallbackPlay[] => plays.filter((play) => attemptsOf(play).length < 2);
    for (let step = 0; step < 3 && untried().length > 0; step++) {
      await later(after500, 10);
      const { wait } = after500.listener.settings;
      await Promise.all(untried().map((play) => untilTried(play, 2, wait / 3)));
    }
    await elsewhere?.wait(1, quiet(after500));
    return { after500, after404, afterHangUp, afterRedirect, elsewhere, afterChange, received };
  });
}

/** Seconds between one attempt and the next. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The attempt that is responded to with a `Retry-After`, and its seconds: more than the pause behind it, less than the next. */
const putOffAt = 6;
const putOffBy = 72_000;

/** A date after which no event is sent any more, whatever clock the deployment has: it counts as 24 hours. */
const farDate = 'Fri, 31 Dec 2066 23:59:59 GMT';

/** Seconds after the first attempt to a near date, and the last pause before which the attempt that waits for it may not come. */
const nearDateAfter = 6 * 60 * 60;
const withinNearDate = 3;

/** Milliseconds by which two clocks of a deployment may be apart, one of which was moved: within the tolerance of the near date. */
const sameClock = 20 * 60_000;

/** Returns the near date by the deployment's clock; undefined where two of its clocks disagree on the time. */
function nearDate(call: Call): string | undefined {
  const signedAt = Number(call.headers['webhook-timestamp']) * 1000;
  const isSure = Math.abs(signedAt - Date.parse(String(eventOf(call).timestamp))) <= sameClock;
  return isSure ? new Date(signedAt + nearDateAfter * 1000).toUTCString() : undefined;
}

/** Seconds that an attempt may last until the suite responds: some deployments count the pause from its beginning. */
const attemptLasts = 1;

/** Milliseconds to listen for an attempt that comes too soon: a longer wait would add up over the days. */
const tooSoon = 100;

/** The last pause before which an attempt that was put off by 24 hours may not come. */
const withinDay = 5;

/** Milliseconds of real time between the first attempt and the last. */
export const apart = 1600;

/** Five days of the deployment's clock, over all ten attempts of an event. */
export interface Days {
  /** Never received: each attempt fails for another reason. */
  refused: CallbackPlay;
  /** Its attempts went wrong so; undefined if all ten came when they had to. */
  wrong?: string;
  /** Responded to with 410, and paid in full after that. */
  gone: CallbackPlay;
  /** Responded to with 410 at the second attempt, and left to expire; how many calls came until then. */
  goneLater: CallbackPlay;
  untilGone: number;
  /** The attempts of events that were put off by a `Retry-After`, and what was wrong with them. */
  putOff: { play: CallbackPlay; wrong?: string | undefined }[];
}

/** Plays the days once: every move of the clock serves each event. */
export function days(context: CaseContext): Promise<Days> {
  return context.subject.share('days of attempts', async () => {
    const elsewhere = await openElsewhere(context);
    const { part, rest, whole } = shares(context.subject);
    const lastTried = { at: performance.now() };
    let near: string | undefined;
    const [refused, gone, goneLater, putOff, putOffLater, putOffByDate, putOffByNearDate] = await Promise.all([
      pay(context, whole, (count) => {
        lastTried.at = performance.now();
        return failures(elsewhere?.url ?? '')[count - 1] ?? { status: 500 };
      }),
      pay(context, part, () => ({ status: 410 })),
      pay(context, part, (count) => ({ status: count === 1 ? 500 : 410 })),
      pay(context, whole, failsOnce({ status: 503, headers: { 'Retry-After': '1500' } })),
      pay(context, whole, (count) =>
        count === putOffAt
          ? { status: 429, headers: { 'Retry-After': String(putOffBy) } }
          : { status: count < putOffAt ? 500 : 204 },
      ),
      pay(context, whole, failsOnce({ status: 503, headers: { 'Retry-After': farDate } })),
      pay(context, whole, (count, call) => {
        near ??= nearDate(call);
        return count > 1 || near === undefined ? { status: 204 } : { status: 503, headers: { 'Retry-After': near } };
      }),
    ]);
    await paid(gone, rest);
    let wrong: string | undefined;
    let untilGone = 0;
    const wrongly = new Map<CallbackPlay, string>();
    const expectTries = (play: CallbackPlay, most: number, received: string): void => {
      if (attemptsOf(play).length > most && !wrongly.has(play)) wrongly.set(play, received);
    };
    const began = performance.now();
    for (const [index, pause] of pauses.entries()) {
      // A deployment may sign by the real clock: a second of that passes too between the first attempt and the last.
      if (index === pauses.length - 1)
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, Math.max(0, apart - (performance.now() - began)));
      // Time has passed since the last attempt, and a tenth less than the pause is lawful.
      const soon = Math.floor(0.9 * pause - (performance.now() - lastTried.at) / 1000 - 1);
      if (soon > 0) {
        const last = lastTried.at;
        await later(refused, soon);
        await refused.mailbox.wait(() => attemptsOf(refused).length > index + 1, quiet(refused, tooSoon));
        // Other cases may have held the clock for a while, in which real time passed.
        const next = attemptsOf(refused)[index + 1];
        if (next && soon + (next.at - last) / 1000 < 0.9 * pause - attemptLasts)
          wrong ??= `attempt ${index + 2} within ${soon} s of attempt ${index + 1}, and not after ${pause} s`;
      }
      if (index === 1 && !hasSlipped(putOff)) expectTries(putOff, 1, 'a second attempt within 300 s');
      if (index <= withinNearDate) expectTries(putOffByNearDate, 1, 'a second attempt 3 hours before the date');
      if (index <= withinDay) expectTries(putOffByDate, 1, 'a second attempt within 19 hours');
      await later(refused, Math.ceil(pause * 1.1) + 1 - Math.max(0, soon));
      if (wrong === undefined) {
        const [tried] = await Promise.all([
          untilTried(refused, index + 2),
          index < putOffAt - 1 && untilTried(putOffLater, index + 2),
        ]);
        if (tried < index + 2)
          wrong = `${tried} attempts, and none ${pause} s after the last, which was responded to with ${failures('')[tried - 1]?.status}`;
        await settle(refused);
      }
      if (index === 0) {
        await untilTried(goneLater, 2);
        await settle(goneLater);
        untilGone = goneLater.mailbox.calls.length;
      }
      // By now 2300 s are over.
      if (index === 2 && (await untilTried(putOff, 2)) < 2) wrongly.set(putOff, 'no second attempt after 2300 s');
      if (index === putOffAt - 1) expectTries(putOffLater, putOffAt, `attempt ${putOffAt + 1} within 11 hours`);
      // Two pauses later: a loaded deployment may have noticed the response only when the clock had been moved.
      if (index === putOffAt + 1 && (await untilTried(putOffLater, putOffAt + 1)) <= putOffAt)
        wrongly.set(putOffLater, `no attempt ${putOffAt + 1} after 48 hours`);
      if (index === withinNearDate + 1 && near !== undefined && (await untilTried(putOffByNearDate, 2)) < 2)
        wrongly.set(putOffByNearDate, 'no second attempt two hours after the date');
      if (index === withinDay + 1 && (await untilTried(putOffByDate, 2)) < 2)
        wrongly.set(putOffByDate, 'no second attempt after 34 hours');
    }
    await later(refused, 48 * 60 * 60);
    await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
    const tried = attemptsOf(refused).length;
    if (tried > 10) wrong ??= `${tried} attempts`;
    return {
      refused,
      ...(wrong !== undefined && { wrong }),
      gone,
      goneLater,
      untilGone,
      putOff: [putOff, putOffLater, putOffByDate, putOffByNearDate].map((play) => ({ play, wrong: wrongly.get(play) })),
    };
  });
}
