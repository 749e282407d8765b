import type { Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type CallbackPlay, later } from './callback-play.ts';
import { attemptsOf, failsOnce, hasSlipped, pay, quiet, settle, untilTried } from './delivery.ts';
import { paid, shares } from './play.ts';

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
}

/** Plays all of them side by side: every move of the clock serves each. */
export function retried(context: CaseContext): Promise<Retried> {
  return context.subject.share('retried', async () => {
    const elsewhere = context.listener?.open();
    const { part, rest, whole } = shares(context.subject);
    const redirect = { status: 302, headers: { Location: elsewhere?.url ?? '' } };
    const [after500, after404, afterHangUp, afterRedirect, afterChange] = await Promise.all([
      pay(context, whole, failsOnce({ status: 500 })),
      pay(context, whole, failsOnce({ status: 404 })),
      pay(context, whole, failsOnce({ status: 204, hangUp: true })),
      pay(context, whole, failsOnce(redirect)),
      // The next event is received, whenever it comes.
      pay(context, part, failsOnce({ status: 500 })),
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
    return { after500, after404, afterHangUp, afterRedirect, elsewhere, afterChange };
  });
}

/** Seconds between one attempt and the next. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Seconds in which neither a third attempt nor one that was put off by 600 s may come. */
const sooner = 60;

/** Milliseconds of real time between the first attempt and the last. */
export const apart = 1100;

/** Five days of the deployment's clock, over all ten attempts of an event. */
export interface Days {
  /** Never received. */
  refused: CallbackPlay;
  /** Its attempts went wrong so; undefined if all ten came when they had to. */
  wrong?: string;
  /** Responded to with 410, and paid in full after that. */
  gone: CallbackPlay;
  /** Put off by 600 s. */
  putOff: CallbackPlay;
  /** Its attempts within 60 s, and after 700 s. */
  early: number;
  late: number;
}

/** Plays the days once: every move of the clock serves each event. */
export function days(context: CaseContext): Promise<Days> {
  return context.subject.share('days of attempts', async () => {
    const { part, rest, whole } = shares(context.subject);
    const [refused, gone, putOff] = await Promise.all([
      pay(context, whole, () => ({ status: 500 })),
      pay(context, part, () => ({ status: 410 })),
      pay(context, whole, failsOnce({ status: 503, headers: { 'Retry-After': '600' } })),
    ]);
    await paid(gone, rest);
    let wrong: string | undefined;
    let [early, late] = [0, 0];
    const began = performance.now();
    for (const [index, pause] of pauses.entries()) {
      // A deployment may sign by the real clock: a second of that passes too between the first attempt and the last.
      if (index === pauses.length - 1)
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, Math.max(0, apart - (performance.now() - began)));
      await later(refused, Math.ceil(pause * 1.1) + 1);
      if (wrong === undefined) {
        const tried = await untilTried(refused, index + 2);
        if (tried < index + 2) wrong = `${tried} attempts, and none ${pause} s after the last`;
        await settle(refused);
      }
      if (index === 0) {
        await later(refused, sooner);
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
        if (attemptsOf(refused).length > 2 && !hasSlipped(refused)) wrong ??= `a third attempt within ${sooner} s of the second`;
        early = hasSlipped(putOff) ? 1 : attemptsOf(putOff).length;
      }
      // By now 700 s are over.
      if (index === 2) late = await untilTried(putOff, 2);
    }
    await later(refused, 48 * 60 * 60);
    await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
    const tried = attemptsOf(refused).length;
    if (tried > 10) wrong ??= `${tried} attempts`;
    return { refused, ...(wrong !== undefined && { wrong }), gone, putOff, early, late };
  });
}
