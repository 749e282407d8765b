import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { type CallbackPlay, expectCalls, later, startCallbackPlay } from './callback-play.ts';
import { paid, shares } from './play.ts';

/** Pays, and waits for the first attempt, to which the mailbox responds as given. */
export async function pay(context: CaseContext, respond: CallbackPlay['mailbox']['respond']): Promise<CallbackPlay> {
  // Checked before anything is paid: without a clock the case does not begin.
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const play = await startCallbackPlay(context);
  play.mailbox.respond = respond;
  await paid(play, shares(context.subject).part);
  await expectCalls(play, 1);
  await settle(play);
  return play;
}

/** Waits until the deployment has noticed the response to an attempt: only then it plans the next one. */
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

/** Returns how long to listen for calls that must not come, in milliseconds: longer where expected calls take long. */
export const quiet = ({ listener }: CallbackPlay, least = 300): number =>
  Math.min(Math.max(least, 3 * listener.slowest()), listener.settings.wait);

/** A case about the attempts of an event. */
export interface RetryCase {
  id: string;
  title: string;
  requirement: string;
  /** Undefined where the requirement holds. */
  try(context: CaseContext): Promise<{ play: CallbackPlay; expected: string; received?: string }>;
}

/** Responds to the first attempt with a status, and to every other with success. */
export const failsOnce = (status: number) => (count: number) => ({ status: count === 1 ? status : 204 });
