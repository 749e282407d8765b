import { paid, shares } from '../../payments/pay.ts';
import type { Call, Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { otherOf } from '../../src/subject/switch-account.ts';
import {
  attemptsOf,
  type CallbackPlay,
  eventOf,
  failsOnce,
  firstAttempts,
  inWords,
  later,
  pay,
  quiet,
  settle,
  startCallbackPlay,
  untilTried,
} from './callback-play.ts';
import { create as createWithKey } from './key-trial.ts';
import { farDate, lateAttempt, nearDate, nearDateAfter, type PutOff, pastDate, payPutOff, tellNextOf } from './put-off.ts';
import { failures, paySmallParts, redirects } from './responses-to-attempts.ts';

/** Returns twice the first pause, in seconds, because some deployments look for due attempts only at intervals. */
export const overFirst = ({ delays: [first = 0] }: Delivery): number => 2 * first;

/** How many times the suite moves the clock and waits for an event to be sent again, before it gives up. */
const moves = 3;

export const sentAgainWithin = (delivery: Delivery): number => moves * overFirst(delivery);

/** Repeatedly moves the clock past a pause until the events have been sent again, at most three times per event. */
export async function untilSentAgain(
  play: CallbackPlay,
  isTold: () => boolean,
  { events = 1, pause = overFirst(readDelivery(play.subject.contract)) / 2 }: { events?: number; pause?: number } = {},
): Promise<void> {
  for (let move = 0; move < events * moves && !isTold(); move++) {
    await later(play, 2 * pause);
    await play.mailbox.wait(isTold, play.listener.settings.wait / moves);
  }
}

/** Events whose first attempt failed. The suite has waited for their second attempts. */
export interface Retried {
  after500: CallbackPlay;
  afterOther?: CallbackPlay;
  after404: CallbackPlay;
  afterHangUp: CallbackPlay;
  afterRedirects: CallbackPlay[];
  /** The mailbox to which the redirects point, and which must stay empty. */
  elsewhere: Mailbox | undefined;
  /** An event whose invoice changed again before the second attempt. */
  afterChange: CallbackPlay;
  /** An invoice that was paid in small parts, and whose events got various 2xx responses. */
  received: CallbackPlay;
}

/** Opens the mailbox that redirects point to, shared by `retried` and `days`. */
const openElsewhere = (context: CaseContext): Promise<Mailbox | undefined> =>
  context.subject.share('place that redirects point to', async () => context.listener?.open());

/** Returns the context of the other account, if there is one and it must be kept separate. */
export function otherAccount(context: CaseContext): CaseContext | undefined {
  const other = context.features.has('ownership') ? otherOf(context.subject) : undefined;
  return other && { ...context, subject: other };
}

/** Plays the events of `Retried` at the same time, so that they share each move of the clock. */
export function retried(context: CaseContext): Promise<Retried> {
  return context.subject.share('retried', async () => {
    const elsewhere = await openElsewhere(context);
    const { part, rest, whole } = shares(context.subject);
    const headers = { Location: elsewhere?.url ?? '' };
    const other = otherAccount(context);
    const [after500, after404, afterHangUp, afterRedirects, afterChange, received, ...ofOther] = await Promise.all([
      pay(context, whole, failsOnce({ status: 500 })),
      pay(context, whole, failsOnce({ status: 404 })),
      pay(context, whole, failsOnce({ status: 204, hangUp: true })),
      Promise.all(redirects.map((status) => pay(context, whole, failsOnce({ status, headers })))),
      pay(context, part, failsOnce({ status: 500 })),
      paySmallParts(context),
      ...(other ? [pay(other, whole, failsOnce({ status: 500 }))] : []),
    ]);
    const [afterOther] = ofOther;
    await paid(afterChange, rest);
    // Waits for the attempts in progress: if the clock moves during an attempt, a deployment may repeat it.
    await afterChange.mailbox.wait(() => firstAttempts(afterChange.mailbox.calls).length > 1, quiet(afterChange));
    await settle(afterChange);
    const plays = [after500, after404, afterHangUp, ...afterRedirects, afterChange, ...ofOther];
    const untried = (): CallbackPlay[] => plays.filter((play) => attemptsOf(play).length < 2);
    for (let step = 0; step < moves && untried().length > 0; step++) {
      await later(after500, overFirst(readDelivery(context.contract)));
      const { wait } = after500.listener.settings;
      await Promise.all(untried().map((play) => untilTried(play, 2, wait / moves)));
    }
    await elsewhere?.wait(1, quiet(after500));
    const others = { after404, afterHangUp, afterRedirects, elsewhere, afterChange, received };
    return { after500, ...(afterOther && { afterOther }), ...others };
  });
}

/** Seconds that the suite may take to respond to an attempt: some deployments count the pause from the attempt's start. */
const attemptLasts = 1;

/** Checks whether the signatures of two attempts are at least `seconds` apart. A late attempt may be signed with its due time. */
export const areSignedApart = (one: Call | undefined, other: Call | undefined, seconds: number): boolean =>
  Number(other?.headers['webhook-timestamp']) - Number(one?.headers['webhook-timestamp']) >= Math.floor(seconds);

/** Milliseconds to listen for an attempt that comes too soon. The number is small, because many pauses include this wait. */
const tooSoon = 100;

/** The real time between the first and the last attempt must be at least this long, in milliseconds. */
export const apart = 1600;

/** Seconds to wait after the last attempt. A deployment that wrongly continues would do so within this time. */
export const twoDays = 48 * 60 * 60;

/** Fractions of a `Retry-After`: an attempt before `surelyEarly` is too early; one after `surelyLate` plus jitter is too late. */
const [surelyEarly, surelyLate] = [0.8, 1.1];

/** Plays that last several days on the deployment's clock, and so cover all attempts of an event. */
export interface Days {
  /** An event whose attempts all fail, each for a different reason. Its invoice expires between two of them. */
  refused: CallbackPlay;
  /** Unpaid invoices: one expires when the clock leaps by two days, and another, of the other account, expires earlier. */
  leapt: CallbackPlay[];
  /** A sentence about the attempts of `refused`; undefined if all came when they should. */
  wrong?: string;
  /** Invoices, one of each account, whose event gets a 410. They are paid in full later, which must cause no further call. */
  gone: [CallbackPlay, ...CallbackPlay[]];
  /** Plays in which a second attempt or a second event gets a 410. `until` is the number of calls up to that response. */
  goneLater: { play: CallbackPlay; until: number }[];
  hungUp: CallbackPlay;
  /** Events that were postponed by a `Retry-After`, and what was wrong with their attempts. */
  putOff: Pick<PutOff, 'play' | 'at' | 'sent' | 'wrong'>[];
}

/** Runs the plays of `Days` at the same time, once for all cases. */
export function days(context: CaseContext): Promise<Days> {
  return context.subject.share('days of attempts', async () => {
    const delivery = readDelivery(context.contract);
    const { delays: pauses, jitter } = delivery;
    const over = (pause: number): number => Math.ceil(pause * (1 + jitter)) + 1;
    const overAll = (count: number): number => pauses.slice(0, count).reduce((sum, pause) => sum + over(pause), 0);
    const elsewhere = await openElsewhere(context);
    const { part, rest } = shares(context.subject);
    const other = otherAccount(context);
    // An invoice of the other account that expires during these days. Another case checks the signature of its event.
    const expired = other && (await startCallbackPlay(other));
    const goneToOther = other && (await pay(other, part, () => ({ status: 410 })).catch(nullIfSkipped));
    const lastTried = { at: performance.now() };
    let tries = 0;
    let own: string | undefined;
    const goneKey = crypto.randomUUID();
    let replay: (() => Promise<Exchange>) | undefined;
    const late = lateAttempt(delivery);
    const lateBy = 2 * (pauses[late - 1] ?? 0);
    const [refused, hungUp, ownGone, secondGone, goneForBoth, ...putOff] = await Promise.all([
      pay(
        context,
        part,
        (_count, call) => {
          const { type, sequence } = eventOf(call);
          const event = `${type} ${sequence}`;
          own ??= event;
          // Accepts the event of the expiry, which comes between two attempts of the first event and must not change them.
          if (event !== own) return { status: 204 };
          lastTried.at = performance.now();
          return failures(elsewhere?.url ?? '', pauses)[tries++] ?? { status: 500 };
        },
        { isOdd: true },
      ),
      pay(context, part, () => ({ status: 204, hangUp: true })),
      pay(context, part, () => ({ status: 410, headers: { 'Retry-After': '5' } }), {
        ...(context.features.has('idempotency') && {
          create(body) {
            replay = () => createWithKey(context.subject, goneKey, body);
            return replay();
          },
        }),
      }),
      pay(context, part, (count) => ({ status: count === 1 ? 500 : 410 })),
      pay(context, part, (_count, call) => ({ status: eventOf(call).sequence === 2 ? 410 : 500 })),
      payPutOff(context, () => ['1500', 1500], { status: 307, location: elsewhere?.url }),
      payPutOff(context, () => [String(lateBy), lateBy], { at: late, status: 429 }),
      payPutOff(context, () => [farDate, Number.POSITIVE_INFINITY], { isRefusedAgain: true }),
      // A date in the past has no effect, so the attempt must come after the normal pause.
      payPutOff(context, () => [pastDate, pauses[1] ?? 0], { at: 2 }),
      payPutOff(context, (call) => {
        const near = nearDate(call);
        return near === undefined ? undefined : [near, nearDateAfter];
      }),
    ]);
    // Repeats the create request, which must not make the deployment call again after the 410.
    await replay?.();
    const gone: Days['gone'] = [ownGone, ...(goneToOther ? [goneToOther] : [])];
    await Promise.all([...gone, goneForBoth].map((play) => paid(play, rest)));
    const isSecond = (call: Call): boolean => eventOf(call).sequence === 2;
    await goneForBoth.mailbox.wait(() => goneForBoth.mailbox.calls.some(isSecond));
    await settle(goneForBoth);
    // If the second event did not come, another case reports it, and there is no 410 to check.
    const isGone = goneForBoth.mailbox.calls.some(isSecond);
    const goneLater = [{ play: goneForBoth, until: isGone ? goneForBoth.mailbox.calls.length : Number.POSITIVE_INFINITY }];
    let wrong: string | undefined;
    let moved = 0;
    const move = async (seconds: number): Promise<void> => {
      await later(refused, seconds);
      moved += seconds;
    };
    const tellPutOff = async (): Promise<void> => {
      for (const one of putOff) {
        const { play, at } = one;
        // Adds the real time since the first call: on a busy machine, enough time may pass for an attempt to become due.
        const real = (performance.now() - (play.mailbox.calls[0]?.at ?? 0)) / 1000;
        const passed = moved + Math.ceil(real) - overAll(at - 1);
        const [before, next] = attemptsOf(play).slice(at - 1);
        const least = surelyEarly * (one.lasts() ?? 0);
        if (passed <= least && next && !areSignedApart(before, next, one.lasts() ?? 0))
          one.wrong ??= `attempt ${at + 1} within ${inWords(passed)} of attempt ${at}`;
      }
      for (const one of putOff) await tellLate(one);
    };
    const tellLate = async (one: PutOff): Promise<void> => {
      const { play, at } = one;
      const lasts = one.lasts();
      // Counts from the end of the normal pause, because a slow deployment may start to wait only then.
      const passed = moved - overAll(at);
      if (one.overAt !== undefined) return tellNextOf(one, moved - one.overAt, over(pauses[at] ?? 0));
      if (lasts === undefined || passed < surelyLate * (1 + jitter) * lasts) return;
      one.overAt = moved;
      if ((await untilTried(play, at + 1)) <= at) one.wrong ??= `no attempt ${at + 1} within ${inWords(passed)} of attempt ${at}`;
      await settle(play);
    };
    const began = performance.now();
    for (const [index, pause] of pauses.entries()) {
      // Lets real time pass before the last attempt, because a deployment may sign with the real clock.
      if (index === pauses.length - 1)
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, Math.max(0, apart - (performance.now() - began)));
      // Calculates how far to move the clock before an attempt may come: the pause minus the jitter and the real time so far.
      const shortest = (1 - jitter) * pause;
      const soon = Math.max(0, Math.floor(shortest - (performance.now() - lastTried.at) / 1000 - 1));
      if (soon > 0) {
        const last = lastTried.at;
        await move(soon);
        await refused.mailbox.wait(() => attemptsOf(refused).length > index + 1, quiet(refused, tooSoon));
        // Adds the real time between the two attempts, because other cases may have delayed the move of the clock.
        const next = attemptsOf(refused)[index + 1];
        const isSoon = next && soon + (next.at - last) / 1000 < shortest - attemptLasts;
        if (isSoon && !areSignedApart(attemptsOf(refused)[index], next, shortest))
          wrong ??= `attempt ${index + 2} within ${soon} s of attempt ${index + 1} instead of after ${pause} s`;
      }
      await tellPutOff();
      await move(over(pause) - soon);
      if (wrong === undefined) {
        const [tried] = await Promise.all([
          untilTried(refused, index + 2),
          // Once an attempt for the event of `hungUp` is missing, does not wait for later ones.
          attemptsOf(hungUp).length > index && untilTried(hungUp, index + 2),
          ...putOff.map(({ play, at }) => index < at - 1 && untilTried(play, index + 2)),
        ]);
        if (tried < index + 2)
          wrong = `${tried} attempts, and none ${pause} s after the last, whose response was ${failures('')[tried - 1]?.status ?? 500}`;
        await settle(refused);
      }
      if (index === 0) {
        await untilTried(secondGone, 2);
        await settle(secondGone);
        goneLater.push({ play: secondGone, until: secondGone.mailbox.calls.length });
      }
      await tellPutOff();
    }
    const leapt = await startCallbackPlay(context);
    await later(refused, Math.max(twoDays, 2 * (pauses.at(-1) ?? 0)));
    await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
    if (attemptsOf(hungUp).length > pauses.length - 1) await untilTried(hungUp, pauses.length + 1);
    const tried = attemptsOf(refused).length;
    if (tried > pauses.length + 1) wrong ??= `${tried} attempts`;
    const others = { gone, goneLater, hungUp, putOff };
    return { refused, leapt: expired ? [leapt, expired] : [leapt], ...(wrong !== undefined && { wrong }), ...others };
  });
}
