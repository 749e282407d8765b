import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { type CallbackPlay, expectCalls, later, startCallbackPlay } from './callback-play.ts';
import { paid, shares } from './play.ts';

/** Pays, with a mailbox that answers so; the first attempt has come. */
export async function pay(context: CaseContext, response: CallbackPlay['mailbox']['answer']): Promise<CallbackPlay> {
  // Asked before anything is paid: without a clock the case is not begun.
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const play = await startCallbackPlay(context);
  play.mailbox.answer = response;
  await paid(play, shares(context.subject).part);
  await expectCalls(play, 1);
  await settle(play);
  return play;
}

/** An attempt has come; that it was answered is not known there yet, and only then the next one is put on the clock. */
export const settle = (play: CallbackPlay): Promise<unknown> =>
  play.mailbox.wait(Number.POSITIVE_INFINITY, Math.min(Math.max(100, play.listener.slowest()), play.listener.settings.wait));

/** Moves the clock in steps of ten seconds until the second attempt has come. */
export async function untilSecond(play: CallbackPlay): Promise<readonly Call[]> {
  for (let step = 0; step < 3 && play.mailbox.calls.length < 2; step++) {
    await later(play, 10);
    await play.mailbox.wait(2, play.listener.settings.wait / 3);
  }
  return play.mailbox.calls;
}

/** How long to listen for what must not come, in milliseconds: longer where what must come takes long. */
export const quiet = ({ listener }: CallbackPlay, least = 300): number =>
  Math.min(Math.max(least, 3 * listener.slowest()), listener.settings.wait);

/** One thing that is tried with the attempts of an event. */
export interface Attempt {
  id: string;
  title: string;
  requirement: string;
  /** Nothing where it holds. */
  try(context: CaseContext): Promise<{ play: CallbackPlay; expected: string; received?: string }>;
}

/** Answers the first attempt so, and every other with success. */
export const failsOnce = (status: number) => (count: number) => ({ status: count === 1 ? status : 204 });
