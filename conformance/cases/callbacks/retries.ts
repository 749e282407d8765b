import { facts } from '../../payments/facts.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { bareType } from '../../src/contract/plain/read-responses.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { transitionAt } from '../derive/lifecycle/unchanged.ts';
import { attemptsOf, type CallbackPlay, eventOf, findingsOf, firstAttempts, inWords, showCall } from '../play/callback-play.ts';
import { callbackSecret, isSignedWith, showSignature } from '../play/is-signed-with.ts';
import { showWithResponses } from '../play/responses-to-attempts.ts';
import { apart, days, type Retried, retried, sentAgainWithin, twoDays } from '../play/retried.ts';
import { tellToken } from './two-parts.ts';

/** A case about attempts to send an event. */
export interface AttemptCase extends Pick<Case, 'id' | 'title' | 'requirement' | 'tries'> {
  inRealTime?: number;
  /** `received` describes the violation; undefined if there is none. */
  try(context: CaseContext): Promise<{
    play: CallbackPlay;
    /** The broken requirement, if it differs from the case's own. */
    breaks?: string;
    expected: string;
    received?: string | undefined;
  }>;
}

/** Makes a case which checks that `read` returns the same for the first two attempts of an event. */
function alike(
  id: string,
  title: string,
  requirement: string,
  read: (call: Call) => unknown,
  pick: (plays: Retried) => CallbackPlay = ({ after500 }) => after500,
): AttemptCase {
  return {
    ...{ id, title, requirement },
    async try(context) {
      const play = pick(await retried(context));
      const [first, second] = attemptsOf(play);
      const isSame = !first || !second || read(first) === read(second);
      return { play, expected: showCall(first), received: isSame ? undefined : showCall(second) };
    },
  };
}

/** Makes a case which checks that an event is sent again after a certain response to its first attempt. */
function sentAgain(id: string, title: string, pick: (plays: Retried) => CallbackPlay): AttemptCase {
  return {
    id,
    title,
    requirement: 'callback-retried/refused',
    async try(context) {
      const play = pick(await retried(context));
      const { length } = attemptsOf(play);
      const within = inWords(sentAgainWithin(readDelivery(context.contract)));
      return { play, expected: `a second attempt within ${within}`, ...(length < 2 && { received: `${length} attempts` }) };
    },
  };
}

// Creates the ListFormat in the function, because loading the data of a locale takes longer than loading all cases.
const inList = (parts: string[]): string => new Intl.ListFormat('en-GB').format(parts);

const retries = ({ delays }: Delivery, total: number): AttemptCase[] => [
  sentAgain('after-500', 'An event whose response was 500 is sent again, whichever account it belongs to', (plays) => {
    const { after500, afterOther } = plays;
    return afterOther && attemptsOf(after500).length > 1 && attemptsOf(afterOther).length < 2 ? afterOther : after500;
  }),
  alike('same-id', 'webhook-id is the same at both attempts', 'callback-id-stable/same', ({ headers }) => headers['webhook-id']),
  alike('same-body', 'Both attempts send the same bytes', 'callback-body-stays/same', ({ body }) => body),
  {
    id: 'same-request',
    title: 'Every attempt is a POST of JSON to the same URL, and carries no token',
    requirement: 'callback-is-post/every-attempt',
    tries: ['callback-without-token'],
    async try(context) {
      const { refused: play } = await days(context);
      const [first, ...others] = attemptsOf(play);
      const form = (call: Call): string => `${call.method} of ${bareType(call.headers['content-type'])} to ${call.target}`;
      // Another case reports a malformed first attempt.
      const other = others.find((call) => first && form(call) !== form(first));
      const told = other ? undefined : await tellToken(play, others);
      if (told) return { play, breaks: 'callback-without-token', ...told };
      return { play, expected: first ? form(first) : '', ...(other && { received: form(other) }) };
    },
  },
  alike('event-timestamp', 'timestamp is the same at both attempts', 'event-timestamp/same', (call) => eventOf(call).timestamp),
  {
    id: 'new-timestamp',
    title: 'Every attempt has a webhook-timestamp of its own',
    requirement: 'callback-timestamp-new/attempt',
    async try(context) {
      const { refused: play } = await days(context);
      const attempts = attemptsOf(play).map((call) => ({ time: Number(call.headers['webhook-timestamp']), at: call.at / 1000 }));
      const [first, last] = [attempts[0], attempts.at(-1)];
      if (!first || !last) return { play, expected: 'an attempt' };
      // Does not compare two attempts within the same second of the real clock. On a moved clock, all attempts are seconds apart.
      const isMoved = last.time - first.time > last.at - first.at + 60;
      const repeated = attempts.find((one, at) => {
        const before = attempts.slice(0, at).filter((other) => isMoved || (one.at - other.at) * 1000 >= apart);
        return before.some(({ time }) => !(one.time - time >= 1));
      });
      const expected = 'webhook-timestamp: later by a second at least';
      const received = `webhook-timestamp: ${attempts.map(({ time }) => time).join(', then ')}`;
      return { play, expected, ...(repeated && { received }) };
    },
  },
  {
    id: 'signature',
    title: 'webhook-signature of every later attempt verifies too',
    requirement: 'callback-signed/verifies',
    async try(context) {
      const secret = callbackSecret(context);
      const [{ after500 }, { refused }] = await Promise.all([retried(context), days(context)]);
      // Another case reports a first attempt with a wrong signature.
      const wrongOf = ([first, ...later]: Call[]): Call | undefined =>
        first && isSignedWith(secret, first) ? later.find((call) => !isSignedWith(secret, call)) : undefined;
      const play = [after500, refused].find((one) => wrongOf(attemptsOf(one))) ?? after500;
      const wrong = wrongOf(attemptsOf(play));
      const received = showSignature(wrong);
      return { play, expected: 'a signature of the secret, of this webhook-timestamp', ...(wrong && { received }) };
    },
  },
  {
    id: 'ends-with-success',
    title: 'An event is not sent again after a 2xx, be it the first response or the second',
    requirement: 'callback-ends-with-success/any-2xx',
    async try(context) {
      // Waits until the simulated days are over, because a wrong event would arrive by then.
      const [{ after500: play, afterChange, received }] = await Promise.all([retried(context), days(context)]);
      const expected = 'two attempts of an event that was refused once, one of any other';
      const twice = firstAttempts(received.mailbox.calls).length < received.mailbox.calls.length;
      if (twice) return { play: received, expected, received: showWithResponses(received.mailbox.calls) };
      const again = [play, afterChange].flatMap((one) => {
        const refused = attemptsOf(one);
        const others = one.mailbox.calls.filter((call) => !refused.includes(call));
        const ids = others.map((call) => call.headers['webhook-id']);
        return refused.length > 2 || new Set(ids).size < ids.length ? [one] : [];
      });
      return { play: again[0] ?? play, expected, ...(again[0] && { received: showWithResponses(again[0].mailbox.calls) }) };
    },
  },
  {
    id: 'after-redirect',
    title: 'A redirect is not followed, and the event is sent again',
    requirement: 'callback-redirect-not-followed/not-followed',
    tries: ['callback-redirect-not-followed/failed'],
    async try(context) {
      const { afterRedirects, elsewhere } = await retried(context);
      // Waits until the simulated days are over, because the later attempts get a redirect too.
      await days(context);
      const play = afterRedirects.find((one) => attemptsOf(one).length < 2) ?? (afterRedirects[0] as CallbackPlay);
      const followed = (elsewhere?.calls.length ?? 0) > 0;
      const attempts = attemptsOf(play);
      const received = followed ? 'a redirect was followed' : `${attempts.length} attempts after a ${attempts[0]?.given?.status}`;
      return { play, expected: 'a second attempt at the same URL', ...((followed || attempts.length < 2) && { received }) };
    },
  },
  {
    id: 'ends-with-410',
    title: 'A 410 ends all calls for its invoice, including those of other events, whichever account it belongs to',
    requirement: 'callback-ends-with-410/invoice',
    async try(context) {
      const { gone, goneLater } = await days(context);
      const told = goneLater.find(({ play, until }) => play.mailbox.calls.length > until);
      const play = told?.play ?? gone.find(({ mailbox }) => mailbox.calls.length > 1) ?? gone[0];
      const { calls } = play.mailbox;
      const expected = told ? 'no call after the 410, which was the response to a later attempt or event' : 'one attempt';
      return { play, expected, ...((told || calls.length > 1) && { received: showWithResponses(calls) }) };
    },
  },
  {
    id: 'retry-after',
    title: 'A Retry-After puts the next attempt off',
    requirement: 'callback-honours-retry-after/later',
    async try(context) {
      const { putOff } = await days(context);
      const { play, at, sent, wrong } = putOff.find((one) => one.wrong !== undefined) ?? (putOff[0] as (typeof putOff)[number]);
      const expected = `attempt ${at + 1} when it was asked for in the response to attempt ${at}, ${sent()}`;
      return { play, expected, received: wrong };
    },
  },
  sentAgain('after-404', 'An event whose response was 404 is sent again', ({ after404 }) => after404),
  {
    id: 'after-hang-up',
    title: 'An event is sent again each time that its connection ends without a response, ten times in all',
    requirement: 'callback-retried/hang-up',
    tries: ['callback-retried/ten'],
    async try(context) {
      const [{ afterHangUp }, { hungUp, wrong }] = await Promise.all([retried(context), days(context)]);
      const times = delays.length + 1;
      // If `wrong` is set, `days` may not have waited for all attempts. Then two attempts of `afterHangUp` are enough.
      const [play, least] = attemptsOf(afterHangUp).length < 2 || wrong ? [afterHangUp, 2] : [hungUp, times];
      const { length } = attemptsOf(play);
      // Counts calls with the same signature once, because an HTTP client may repeat a request whose connection was closed.
      const { size } = new Set(attemptsOf(play).map((call) => call.headers['webhook-signature']));
      const received = `${size > times ? size : length} attempts`;
      return { play, expected: `${least} attempts`, ...((size > times || length < least) && { received }) };
    },
  },
  alike(
    'body-after-change',
    'An attempt sends the same bytes even if the invoice has changed meanwhile',
    'callback-body-stays/changed',
    ({ body }) => body,
    ({ afterChange }) => afterChange,
  ),
  {
    id: 'expiry-while-one-waits',
    title: 'An expiry sends its event while an earlier one waits for its next attempt, and when the clock moves by days at once',
    requirement: 'callback-at-each-change/one-each',
    async try(context) {
      const { refused: play, leapt } = await days(context);
      const typeIn = (state: string): string | undefined => transitionAt(context.contract, 'expiry-due', state)?.callback;
      const leaptType = typeIn(context.contract.lifecycle.initial);
      for (const unpaid of leaptType === undefined ? [] : leapt)
        if (lifetimeOf(facts, unpaid.invoice) / 1000 < twoDays && (await unpaid.mailbox.wait(1)).length === 0)
          return { play: unpaid, expected: `${leaptType}, be it days ago and of any account`, received: 'no call' };
      const type = typeIn('UNDER_PAID');
      const isOver = lifetimeOf(facts, play.invoice) / 1000 < total;
      const isTold = play.mailbox.calls.some((call) => eventOf(call).type === type);
      const wrong = type !== undefined && isOver && !isTold && { received: 'attempts of its earlier event only' };
      return { play, expected: `${type}, though an earlier event of the invoice was not received`, ...wrong };
    },
  },
  {
    id: 'ten-attempts',
    title: `An event that is never received is sent ${delays.length + 1} times over ${inWords(total)}`,
    requirement: 'callback-retried/ten',
    tries: ['callback-retried/pauses'],
    async try(context) {
      const { refused: play, wrong } = await days(context);
      const expected = `${delays.length + 1} attempts, ${inList(delays.map(inWords))} after one another`;
      return { play, expected, received: wrong };
    },
  },
];

export function retriesCases(contract: Contract): Case[] {
  const delivery = readDelivery(contract);
  const total = delivery.delays.reduce((sum, one) => sum + one, 0);
  return retries(delivery, total).map((one) => attemptCase(contract, 'retries', one));
}

/** Makes a case that moves the clock, or that waits in real time. */
export function attemptCase(contract: Contract, file: string, { try: tryOut, inRealTime, ...about }: AttemptCase): Case {
  return {
    ...about,
    id: `callbacks/${file}/${about.id}`,
    operations: ['create-payment', 'submit-receipt'],
    ...(inRealTime ? { waits: inRealTime } : { movesClock: true, keepsTime: true }),
    async run(context) {
      const { play, breaks = about.requirement, expected, received } = await tryOut(context);
      return findingsOf(contract, breaks, play, received === undefined ? undefined : { expected, received });
    },
  };
}
