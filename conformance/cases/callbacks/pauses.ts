import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { idle } from '../../src/places/stillness.ts';
import { type CallbackPlay, expectCalls, later, shown, startCallbackPlay } from '../play/callback-play.ts';
import { hasSlipped, pay, quiet, settle } from '../play/delivery.ts';
import { paid, shares } from '../play/play.ts';

const hour = 60 * 60;

/** Shorter than the 15 seconds of an attempt, in milliseconds of real time: a deployment measures them by its own. */
const keptOpen = 5500;

/** A case about the time of an attempt. */
interface PauseCase {
  id: string;
  title: string;
  requirement: string;
  movesClock: boolean;
  /** `received` is undefined where the requirement holds. */
  try(context: CaseContext): Promise<{ play: CallbackPlay; expected: string; received?: string }>;
}

const pauses: PauseCase[] = [
  {
    id: 'retry-after-two-days',
    title: 'A Retry-After of two days puts the next attempt off by one day',
    requirement: 'callback-honours-retry-after',
    movesClock: true,
    async try(context) {
      const play = await pay(context, shares(context.subject).whole, (count) =>
        count === 1 ? { status: 503, headers: { 'Retry-After': '172800' } } : { status: 204 },
      );
      const first = play.mailbox.calls[0]?.headers['webhook-id'];
      const attempts = () => play.mailbox.calls.filter(({ headers }) => headers['webhook-id'] === first).length;
      await later(play, 21 * hour);
      await play.mailbox.wait(() => attempts() > 1, quiet(play));
      const early = attempts();
      // A tenth more than a day, as each pause may be.
      await later(play, 6 * hour);
      await play.mailbox.wait(() => attempts() > 1);
      const received = early > 1 ? 'a second attempt within 21 hours' : 'no second attempt after 27 hours';
      return { play, expected: 'a second attempt after 24 hours', ...((early > 1 || attempts() < 2) && { received }) };
    },
  },
  {
    id: 'retry-after-a-second',
    title: 'A Retry-After of a second does not make the third attempt earlier than the schedule has it',
    requirement: 'callback-honours-retry-after',
    movesClock: true,
    async try(context) {
      const play = await pay(context, shares(context.subject).whole, (count) =>
        count < 3 ? { status: 503, headers: { 'Retry-After': '1' } } : { status: 204 },
      );
      const first = play.mailbox.calls[0]?.headers['webhook-id'];
      const attempts = () => play.mailbox.calls.filter(({ headers }) => headers['webhook-id'] === first).length;
      await later(play, 10);
      await play.mailbox.wait(() => attempts() > 1);
      await settle(play);
      await later(play, 60);
      await play.mailbox.wait(() => attempts() > 2, quiet(play));
      const received = `${attempts()} attempts`;
      const isEarly = attempts() > 2 && !hasSlipped(play);
      return { play, expected: 'no third attempt within a minute of the second', ...(isEarly && { received }) };
    },
  },
  {
    id: 'attempt-kept-open',
    title: `An attempt that gets no response at once is not given up within ${keptOpen / 1000} s`,
    requirement: 'callback-retried',
    movesClock: false,
    async try(context) {
      const { record } = context.subject.wire;
      let { play, closed } = await keepOpen(context);
      // A deployment may measure the attempt by its clock, which other cases have moved: again, while they wait.
      if (closed !== undefined && record?.untilMoved !== undefined)
        ({ play, closed } = await keepOpen(context, (wait) => wait()));
      return {
        play,
        expected: 'an attempt of 15 s',
        ...(closed !== undefined && { received: `the connection was closed after ${closed / 1000} s` }),
      };
    },
  },
];

/** Holds the response to an attempt back; returns the milliseconds after which the deployment hung up, if it did. */
async function keepOpen(
  context: CaseContext,
  beside: typeof idle<unknown> = idle,
): Promise<{ play: CallbackPlay; closed: number | undefined }> {
  const play = await startCallbackPlay(context);
  play.mailbox.respond = (count) => ({ status: 204, ...(count === 1 && { after: keptOpen }) });
  await paid(play, shares(context.subject).whole);
  const [first] = await expectCalls(play, 1);
  const isOver = (): boolean => first?.closedAfter !== undefined || first?.answered === true;
  await beside(() => play.mailbox.wait(isOver, keptOpen + 500));
  return { play, closed: first?.closedAfter };
}

/** How long an attempt and the pause behind it last. */
export function pausesCases(contract: Contract): Case[] {
  return pauses.map(({ id, title, requirement, movesClock, try: tryOut }) => ({
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
