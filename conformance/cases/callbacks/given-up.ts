import { paid, shares } from '../../payments/pay.ts';
import type { MailboxResponse } from '../../src/callbacks/listener.ts';
import type { Case, DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import {
  attemptsOf,
  type CallbackPlay,
  expectCalls,
  failsOnce,
  findingsOf,
  startCallbackPlay,
  untilTried,
} from '../play/callback-play.ts';

/** Seconds by which the next attempt may be late, because some deployments look for due attempts only at intervals. */
const lateness = 10;

/** The minimum duration of an attempt, as a fraction of its time limit. Below 1, because time passes before the call arrives. */
const surely = 0.8;

/** An attempt whose receiver responds slowly. */
interface SlowCase extends Pick<Case, 'id' | 'title' | 'requirement'> {
  response: MailboxResponse;
  /** Seconds to wait for a second attempt. */
  wait: number;
  expected: string;
  /** Returns what was wrong; undefined if nothing was. */
  judge(play: CallbackPlay): string | undefined;
}

/**
 * Cases for attempts that take as long as the contract allows, or longer. They run in real time, because some deployments ignore
 * the moved clock here. They do not check the pause after an attempt, because some deployments count it from the attempt's start.
 */
export const givenUpCases: DeclareCases = (contract) => {
  const { timeout, jitter, delays } = readDelivery(contract);
  const pause = (delays[0] ?? 0) * (1 + jitter);
  const callbackWait = Math.floor(timeout + pause) + lateness;
  const least = surely * timeout;
  const givenUp = { wait: callbackWait, expected: `an attempt of ${timeout} s, and then the next one` };
  const cases: SlowCase[] = [
    {
      ...givenUp,
      id: 'no-response',
      requirement: 'callback-retried/silence',
      title: 'An attempt that gets no response is given up when its time is over, and the event is sent again',
      response: { status: 204, after: Number.POSITIVE_INFINITY },
      judge: (play) => tellEarly(play, least) ?? tellLate(play, callbackWait),
    },
    ...[['headers', 'the end of its headers'] as const, ['body', 'its end'] as const].map(
      ([trickles, end]): SlowCase => ({
        ...givenUp,
        id: `endless-${trickles}`,
        requirement: 'callback-retried/unended',
        title: `A failed attempt whose response comes byte by byte, and never to ${end}, is given up`,
        // The status is a failure, so that a deployment that reads only the status retries as well.
        response: { status: 500, trickles },
        judge: (play) => tellLate(play, callbackWait),
      }),
    ),
    {
      id: 'late-success',
      title: `A success after ${least} s is in time: the event is not sent again`,
      requirement: 'callback-ends-with-success/in-time',
      response: { status: 204, after: least * 1000 },
      wait: least + pause + 2,
      expected: 'one attempt',
      judge: tellAgain,
    },
  ];
  return cases.map(({ id, title, requirement, response, wait, expected, judge }) => ({
    ...{ id: `callbacks/given-up/${id}`, title, requirement },
    operations: ['create-payment', 'submit-receipt'],
    derived: true,
    waits: true,
    callbackWait,
    async run(context) {
      const play = await startCallbackPlay(context);
      play.mailbox.respond = failsOnce(response);
      await paid(play, shares(context.subject).whole);
      const calls = await expectCalls(play, 1);
      if (calls.length === 0) throw new CaseInconclusive('No callback came, so there was no attempt to give up.');
      await untilTried(play, 2, 1000 * wait + 1.5 * play.listener.slowest());
      const received = judge(play);
      return findingsOf(contract, requirement, play, received === undefined ? undefined : { expected, received });
    },
  }));
};

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Describes an attempt that the deployment ended too early. */
function tellEarly(play: CallbackPlay, least: number): string | undefined {
  const [first, second] = attemptsOf(play);
  if (first?.closedAfter !== undefined && first.closedAfter < least * 1000)
    return `the connection was closed after ${inSeconds(first.closedAfter)}`;
  if (first === undefined || second === undefined || second.at - first.at >= least * 1000) return undefined;
  return `the next attempt came ${inSeconds(second.at - first.at)} after the first`;
}

/** Describes an attempt that was not followed by another. */
function tellLate(play: CallbackPlay, wait: number): string | undefined {
  const [first, second] = attemptsOf(play);
  if (first === undefined || second !== undefined) return undefined;
  const { closedAfter } = first;
  const state = closedAfter === undefined ? 'is open still' : `was closed after ${inSeconds(closedAfter)}`;
  return `no other attempt within ${wait} s, and the connection ${state}`;
}

/** Describes an attempt that was followed by another even though its response was a success. */
function tellAgain(play: CallbackPlay): string | undefined {
  const [first, second] = attemptsOf(play);
  // An attempt that was abandoned too early gets no response; another case reports that.
  if (!first?.answered || second === undefined) return undefined;
  return `another attempt ${inSeconds(second.at - first.at)} after the first`;
}
