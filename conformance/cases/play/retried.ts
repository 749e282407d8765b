import type { Call, Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import { otherOf } from '../../src/subject/switch-account.ts';
import { type CallbackPlay, eventOf, later } from './callback-play.ts';
import { attemptsOf, failsOnce, pay, quiet, settle, untilTried } from './delivery.ts';
import { paid, shares } from './play.ts';
import { farDate, lateAttempt, nearDate, nearDateAfter, type PutOff, payPutOff } from './put-off.ts';
import { failures, paySmallParts } from './responses-to-attempts.ts';

/** Returns seconds by which the clock is moved over the first pause: some deployments look only now and then for what is due. */
export const overFirst = ({ delays: [first = 0] }: Delivery): number => 2 * first;

/** Times that the clock is moved over the first pause, until an event counts as not sent again. */
const moves = 3;

/** Returns seconds within which an event must be sent a second time. */
export const sentAgainWithin = (delivery: Delivery): number => moves * overFirst(delivery);

const units = [
  [3600, 'h'],
  [60, 'min'],
] as const;

/** Writes seconds in a unit that makes them short: `5 min`. */
export function inWords(seconds: number): string {
  const [unit, name] = units.find(([length]) => seconds % length === 0 || seconds >= 10 * length) ?? [1, 's'];
  return `${Number((seconds / unit).toFixed(1))} ${name}`;
}

/** Moves the clock over the first pause until something is told, as often as so many events in turn may need. */
export async function untilSentAgain(play: CallbackPlay, isTold: () => boolean, events = 1): Promise<void> {
  const delivery = readDelivery(play.subject.contract);
  for (let moved = 0; moved < events * sentAgainWithin(delivery) && !isTold(); moved += overFirst(delivery)) {
    await later(play, overFirst(delivery));
    await play.mailbox.wait(isTold, play.listener.settings.wait / moves);
  }
}

/** Events whose first attempt was not received, each after its second attempt or when the time for that is over. */
export interface Retried {
  after500: CallbackPlay;
  /** Of the other account, where it is known. */
  afterOther?: CallbackPlay;
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
    const other = context.features.has('ownership') && otherOf(context.subject);
    const [after500, after404, afterHangUp, afterRedirect, afterChange, received, ...ofOther] = await Promise.all([
      pay(context, whole, failsOnce({ status: 500 })),
      pay(context, whole, failsOnce({ status: 404 })),
      pay(context, whole, failsOnce({ status: 204, hangUp: true })),
      pay(context, whole, failsOnce(redirect)),
      // The next event is received, whenever it comes.
      pay(context, part, failsOnce({ status: 500 })),
      paySmallParts(context),
      ...(other ? [pay({ ...context, subject: other }, whole, failsOnce({ status: 500 }))] : []),
    ]);
    const [afterOther] = ofOther;
    await paid(afterChange, rest);
    const plays = [after500, after404, afterHangUp, afterRedirect, afterChange, ...ofOther];
    const untried = (): CallbackPlay[] => plays.filter((play) => attemptsOf(play).length < 2);
    for (let step = 0; step < moves && untried().length > 0; step++) {
      await later(after500, overFirst(readDelivery(context.contract)));
      const { wait } = after500.listener.settings;
      await Promise.all(untried().map((play) => untilTried(play, 2, wait / moves)));
    }
    await elsewhere?.wait(1, quiet(after500));
    return {
      after500,
      ...(afterOther && { afterOther }),
      after404,
      afterHangUp,
      afterRedirect,
      elsewhere,
      afterChange,
      received,
    };
  });
}

/** Seconds that an attempt may last until the suite responds: some deployments count the pause from its beginning. */
const attemptLasts = 1;

/**
 * Tells if two attempts are signed at least so many seconds apart. A clock that is moved may make what is due on the way at its
 * own time: the pause counts from there, and so it is signed.
 */
export const areSignedApart = (one: Call | undefined, other: Call | undefined, seconds: number): boolean =>
  Number(other?.headers['webhook-timestamp']) - Number(one?.headers['webhook-timestamp']) >= Math.floor(seconds);

/** Milliseconds to listen for an attempt that comes too soon: a longer wait would add up over the days. */
const tooSoon = 100;

/** Milliseconds of real time between the first attempt and the last. */
export const apart = 1600;

/** Seconds that are enough for whatever comes after the last attempt. */
const twoDays = 48 * 60 * 60;

/** Parts of a `Retry-After`: until the one no attempt may come, and after the other, with its jitter, one must have come. */
const [surelyEarly, surelyLate] = [0.8, 1.1];

/** Days of the deployment's clock, over all attempts of an event. */
export interface Days {
  /** Never received: each attempt fails for another reason. The invoice expires between two of them. */
  refused: CallbackPlay;
  /** Its attempts went wrong so; undefined if all came when they had to. */
  wrong?: string;
  /** Responded to with 410, and paid in full after that. */
  gone: CallbackPlay;
  /** Responded to with 410 at the second attempt and left to expire, or at a second event while the first waits; the calls until then. */
  goneLater: { play: CallbackPlay; until: number }[];
  /** Each of its attempts ends without a response. */
  hungUp: CallbackPlay;
  /** The attempts of events that were put off by a `Retry-After`, and what was wrong with them. */
  putOff: Pick<PutOff, 'play' | 'at' | 'sent' | 'wrong'>[];
}

/** Plays the days once: every move of the clock serves each event. */
export function days(context: CaseContext): Promise<Days> {
  return context.subject.share('days of attempts', async () => {
    const delivery = readDelivery(context.contract);
    const { delays: pauses, jitter } = delivery;
    /** Seconds that the clock is moved over a pause, to behind the longest that it may be. */
    const over = (pause: number): number => Math.ceil(pause * (1 + jitter)) + 1;
    const overAll = (count: number): number => pauses.slice(0, count).reduce((sum, pause) => sum + over(pause), 0);
    const elsewhere = await openElsewhere(context);
    const { part, rest } = shares(context.subject);
    const lastTried = { at: performance.now() };
    let tries = 0;
    let own: string | undefined;
    const late = lateAttempt(delivery);
    const lateBy = 2 * (pauses[late - 1] ?? 0);
    const [refused, hungUp, gone, goneLater, goneForBoth, ...putOff] = await Promise.all([
      pay(
        context,
        part,
        (_count, call) => {
          const { type, sequence } = eventOf(call);
          const event = `${type} ${sequence}`;
          own ??= event;
          // That of its expiry, which changes the invoice between two attempts.
          if (event !== own) return { status: 204 };
          lastTried.at = performance.now();
          return failures(elsewhere?.url ?? '')[tries++] ?? { status: 500 };
        },
        '?order=1042',
      ),
      pay(context, part, () => ({ status: 204, hangUp: true })),
      pay(context, part, () => ({ status: 410 })),
      pay(context, part, (count) => ({ status: count === 1 ? 500 : 410 })),
      pay(context, part, (_count, call) => ({ status: eventOf(call).sequence === 2 ? 410 : 500 })),
      payPutOff(context, () => ['1500', 1500], { status: 307, location: elsewhere?.url }),
      payPutOff(context, () => [String(lateBy), lateBy], { at: late, status: 429 }),
      payPutOff(context, () => [farDate, Number.POSITIVE_INFINITY]),
      payPutOff(context, (call) => {
        const near = nearDate(call);
        return near === undefined ? undefined : [near, nearDateAfter];
      }),
    ]);
    await Promise.all([paid(gone, rest), paid(goneForBoth, rest)]);
    const isSecond = (call: Call): boolean => eventOf(call).sequence === 2;
    await goneForBoth.mailbox.wait(() => goneForBoth.mailbox.calls.some(isSecond));
    await settle(goneForBoth);
    // Another case reports a second event that does not come.
    const isGone = goneForBoth.mailbox.calls.some(isSecond);
    const goneAt = [{ play: goneForBoth, until: isGone ? goneForBoth.mailbox.calls.length : Number.POSITIVE_INFINITY }];
    let wrong: string | undefined;
    let moved = 0;
    const move = async (seconds: number): Promise<void> => {
      await later(refused, seconds);
      moved += seconds;
    };
    const tellEarly = (): void => {
      for (const one of putOff) {
        const { play, at } = one;
        // To a deployment real time counts too, which a busy one takes more of.
        const real = (performance.now() - (play.mailbox.calls[0]?.at ?? 0)) / 1000;
        const passed = moved + Math.ceil(real) - overAll(at - 1);
        const [before, next] = attemptsOf(play).slice(at - 1);
        const least = surelyEarly * (one.lasts() ?? 0);
        if (passed <= least && next && !areSignedApart(before, next, one.lasts() ?? 0))
          one.wrong ??= `attempt ${at + 1} within ${inWords(passed)} of attempt ${at}`;
      }
    };
    const tellLate = async (one: PutOff): Promise<void> => {
      const { play, at } = one;
      const lasts = one.lasts();
      // Without the pause behind it: a loaded deployment may have noticed the response only when the clock had been moved.
      const passed = moved - overAll(at);
      if (lasts === undefined || one.isOver || passed < surelyLate * (1 + jitter) * lasts) return;
      one.isOver = true;
      if ((await untilTried(play, at + 1)) <= at) one.wrong ??= `no attempt ${at + 1} within ${inWords(passed)} of attempt ${at}`;
    };
    const began = performance.now();
    for (const [index, pause] of pauses.entries()) {
      // A deployment may sign by the real clock: a second of that passes too between the first attempt and the last.
      if (index === pauses.length - 1)
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, Math.max(0, apart - (performance.now() - began)));
      // Time has passed since the last attempt, and as much less than the pause as its jitter is lawful.
      const shortest = (1 - jitter) * pause;
      const soon = Math.max(0, Math.floor(shortest - (performance.now() - lastTried.at) / 1000 - 1));
      if (soon > 0) {
        const last = lastTried.at;
        await move(soon);
        await refused.mailbox.wait(() => attemptsOf(refused).length > index + 1, quiet(refused, tooSoon));
        // Other cases may have held the clock for a while, in which real time passed.
        const next = attemptsOf(refused)[index + 1];
        const isSoon = next && soon + (next.at - last) / 1000 < shortest - attemptLasts;
        if (isSoon && !areSignedApart(attemptsOf(refused)[index], next, shortest))
          wrong ??= `attempt ${index + 2} within ${soon} s of attempt ${index + 1}, and not after ${pause} s`;
      }
      tellEarly();
      await move(over(pause) - soon);
      if (wrong === undefined) {
        const [tried] = await Promise.all([
          untilTried(refused, index + 2),
          // One that was given up once is not waited for any more.
          attemptsOf(hungUp).length > index && untilTried(hungUp, index + 2),
          ...putOff.map(({ play, at }) => index < at - 1 && untilTried(play, index + 2)),
        ]);
        if (tried < index + 2)
          wrong = `${tried} attempts, and none ${pause} s after the last, which was responded to with ${failures('')[tried - 1]?.status ?? 500}`;
        await settle(refused);
      }
      if (index === 0) {
        await untilTried(goneLater, 2);
        await settle(goneLater);
        goneAt.push({ play: goneLater, until: goneLater.mailbox.calls.length });
      }
      tellEarly();
      for (const one of putOff) await tellLate(one);
    }
    await later(refused, Math.max(twoDays, 2 * (pauses.at(-1) ?? 0)));
    await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
    if (attemptsOf(hungUp).length > pauses.length - 1) await untilTried(hungUp, pauses.length + 1);
    const tried = attemptsOf(refused).length;
    if (tried > pauses.length + 1) wrong ??= `${tried} attempts`;
    return { refused, ...(wrong !== undefined && { wrong }), gone, goneLater: goneAt, hungUp, putOff };
  });
}
