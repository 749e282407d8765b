import type { Call, Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type CallbackPlay, eventOf, later } from './callback-play.ts';
import { attemptsOf, failsOnce, pay, quiet, settle, untilTried } from './delivery.ts';
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
    // A deployment may sign by a clock of its own, moved or not: a second must pass on either.
    await after500.mailbox.wait(Number.POSITIVE_INFINITY, 1100);
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
  /** Put off by 600 s too, with a date. */
  putOffByDate: CallbackPlay;
  /** Its attempts within 60 s. */
  earlyByDate: number;
  /** Received at the second attempt, before all that. */
  received: Call[];
}

/** Plays the days once: every move of the clock serves each event. */
export function days(context: CaseContext): Promise<Days> {
  return context.subject.share('days of attempts', async () => {
    const { after500 } = await retried(context);
    const { part, rest, whole } = shares(context.subject);
    const [refused, gone, putOff, putOffByDate] = await Promise.all([
      pay(context, whole, () => ({ status: 500 })),
      pay(context, part, () => ({ status: 410 })),
      pay(context, whole, failsOnce({ status: 503, headers: { 'Retry-After': '600' } })),
      // By the deployment's own clock, which may be far from ours: the event tells it.
      pay(context, whole, (count, call) =>
        count === 1 ? { status: 503, headers: { 'Retry-After': dateAfter(eventOf(call).timestamp, 600) } } : { status: 204 },
      ),
    ]);
    await paid(gone, rest);
    let wrong: string | undefined;
    let [early, late, earlyByDate] = [0, 0, 0];
    for (const [index, pause] of pauses.entries()) {
      await later(refused, Math.ceil(pause * 1.1) + 1);
      if (wrong === undefined) {
        const tried = await untilTried(refused, index + 2);
        if (tried < index + 2) wrong = `${tried} attempts, and none ${pause} s after the last`;
        await settle(refused);
      }
      if (index === 0) {
        await later(refused, sooner);
        await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
        if (attemptsOf(refused).length > 2) wrong ??= `a third attempt within ${sooner} s of the second`;
        early = attemptsOf(putOff).length;
        earlyByDate = attemptsOf(putOffByDate).length;
      }
      // By now 700 s are over.
      if (index === 2) late = await untilTried(putOff, 2);
    }
    await later(refused, 48 * 60 * 60);
    await refused.mailbox.wait(Number.POSITIVE_INFINITY, quiet(refused));
    const tried = attemptsOf(refused).length;
    if (tried > 10) wrong ??= `${tried} attempts`;
    return {
      refused,
      ...(wrong !== undefined && { wrong }),
      gone,
      putOff,
      early,
      late,
      putOffByDate,
      earlyByDate,
      received: attemptsOf(after500),
    };
  });
}

/** Writes the instant so many seconds after another as a header does; an instant that is none counts as now. */
function dateAfter(instant: unknown, seconds: number): string {
  const since = Date.parse(String(instant));
  return new Date((Number.isNaN(since) ? Date.now() : since) + seconds * 1000).toUTCString();
}
