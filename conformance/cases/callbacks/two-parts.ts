import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { operationById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { follow } from '../../src/contract/follow-reference.ts';
import { hasSucceeded, responseHeader } from '../../src/http/exchange.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { readHttpDate, readTime } from '../../src/text/read-time.ts';
import { deriveEventFields } from '../derive/lifecycle/event-fields.ts';
import { transitionAt } from '../derive/lifecycle/unchanged.ts';
import {
  type CallbackPlay,
  differ,
  eventOf,
  findingsOf,
  inOrder,
  showCall,
  type TwoParts,
  twoParts,
} from '../play/callback-play.ts';
import { callbackSecret, doubtSecret, isSignedWith, unsigned } from '../play/is-signed-with.ts';
import { dataOf } from './events.ts';

interface Judgement extends Pick<Case, 'id' | 'title' | 'requirement' | 'derived'> {
  judge(two: TwoParts, context: CaseContext): Said | Promise<Said>;
}

type Said = { expected: string; received: string } | undefined;

/** Matches an RFC 3339 time with a time zone, because a time without one is ambiguous. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** How many milliseconds `webhook-timestamp` may differ from the receiver's clock, according to Standard Webhooks. */
const tolerance = 300_000;

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const judgements: Judgement[] = [
  {
    id: 'at-each-change',
    title: 'A part payment and the rest send two events',
    requirement: 'callback-at-each-change/one-each',
    judge: ({ calls }) =>
      calls.length === 2 ? undefined : { expected: 'two events', received: `${calls.length}: ${calls.map(showCall).join('; ')}` },
  },
  {
    id: 'post',
    title: 'An event is a POST with a JSON body that is an InvoiceEvent',
    derived: true,
    requirement: 'callback-is-post/post',
    judge({ calls }, { contract }) {
      const event = follow(contract.document, '#/components/schemas/InvoiceEvent') as Schema;
      // Another case checks `data`.
      const { data: _data, ...properties } = event.properties ?? {};
      const validate = compileSchema({ ...event, properties });
      const wrong = calls.find((call) => {
        const json = /^application\/json\s*(;|$)/i.test(call.headers['content-type'] ?? '');
        return call.method !== 'POST' || !json || !validate(eventOf(call)) || names.some((name) => !call.headers[name]);
      });
      return wrong && { expected: `POST, application/json, ${names.join(', ')}, an InvoiceEvent`, received: showCall(wrong) };
    },
  },
  {
    id: 'type',
    title: 'type is invoice.under_paid, then invoice.paid',
    derived: true,
    requirement: 'event-type-names-change',
    judge({ calls }, { contract }) {
      const typeAt = (event: string, state: string): unknown => transitionAt(contract, event, state)?.callback;
      return differ(calls, 'type', [typeAt('receipt-below-amount', 'PENDING'), typeAt('receipt-reaches-amount', 'UNDER_PAID')]);
    },
  },
  {
    id: 'sequence',
    title: 'sequence is 1, then 2',
    requirement: 'event-sequence-without-gaps',
    judge: ({ calls }) => differ(calls, 'sequence', [1, 2]),
  },
  {
    id: 'data',
    title: 'data is the invoice as fetch returned it after the change',
    requirement: 'event-data-is-the-invoice/as-fetched',
    judge({ calls, reads }, { contract }) {
      const bySequence = inOrder(calls);
      // Compares only the fields of the contract, because an event need not repeat a deployment's additional fields.
      const fields = Object.keys(operationById(contract, 'fetchPayment').response.properties ?? {});
      const isTold = (read: Record<string, unknown>, at: number): boolean =>
        fields.every((field) => isDeepStrictEqual(dataOf(bySequence[at])[field], read[field]));
      const index = reads.findIndex((read, at) => !isTold(read, at));
      if (index < 0) return undefined;
      return { expected: `data: ${showValue(reads[index])}`, received: `data: ${showValue(eventOf(bySequence[index]).data)}` };
    },
  },
  {
    id: 'timestamp',
    title: 'timestamp is a time between createdAt and expiresAt',
    requirement: 'event-timestamp/change',
    judge({ calls, play }) {
      const { createdAt, expiresAt } = play.invoice;
      const [created, expires] = [createdAt, expiresAt].map((time) => readTime(time)) as [number, number];
      // Ignores `webhook-timestamp`, because the deployment may take that from another clock.
      const wrong = calls.find((call) => {
        const { timestamp } = eventOf(call);
        const time = readTime(timestamp);
        return !(moment.test(String(timestamp)) && time >= created - 1000 && time < expires);
      });
      const expected = `timestamp: a date-time with its zone, from ${createdAt} until ${expiresAt}`;
      return wrong && { expected, received: `timestamp: ${showValue(eventOf(wrong).timestamp)}` };
    },
  },
  {
    id: 'timestamp-in-seconds',
    title: 'webhook-timestamp is in seconds',
    requirement: 'callback-timestamp-new/seconds',
    judge({ calls }) {
      // A time in milliseconds has thirteen digits; a moved clock is days ahead, not centuries.
      const wrong = calls.find((call) => !/^\d{9,11}$/.test(call.headers['webhook-timestamp'] ?? ''));
      return wrong && { expected: 'webhook-timestamp: seconds since 1970', received: showHeader(wrong, 'webhook-timestamp') };
    },
  },
  {
    id: 'time-of-attempt',
    title: 'webhook-timestamp is the time at which the event was sent',
    requirement: 'callback-timestamp-new/attempt',
    judge({ calls, play }) {
      // A deployment may take this timestamp from its clock for events, its clock for responses, or the real clock.
      const dated = play.exchanges.flatMap(({ answer: response }) => (response && responseHeader(response, 'date')) ?? []);
      const wrong = calls.find((call) => {
        const clocks = [Date.now(), readTime(eventOf(call).timestamp), ...dated.map((date) => readHttpDate(date) ?? Number.NaN)];
        const signed = Number(call.headers['webhook-timestamp']) * 1000;
        return clocks.every((time) => !(Math.abs(time - signed) <= tolerance));
      });
      const expected = `webhook-timestamp: within 5 minutes of timestamp, ${showValue(eventOf(wrong).timestamp)}`;
      return wrong && { expected, received: showHeader(wrong, 'webhook-timestamp') };
    },
  },
  {
    id: 'ids',
    title: 'Two events have two ids',
    requirement: 'callback-id-stable/own',
    judge: ({ calls }) =>
      new Set(calls.map((call) => call.headers['webhook-id'])).size === calls.length
        ? undefined
        : { expected: 'two ids', received: calls.map(showCall).join('; ') },
  },
  {
    id: 'no-token',
    title: 'No call carries the token that created the invoice, or any other that fetch accepts',
    requirement: 'callback-without-token',
    judge: ({ calls, play }) => tellToken(play, calls),
  },
  {
    id: 'signature',
    title: 'webhook-signature verifies with the secret of the account',
    requirement: 'callback-signed/verifies',
    judge({ calls }, context) {
      const secret = callbackSecret(context);
      const wrong = calls.find((call) => !isSignedWith(secret, call));
      if (wrong) doubtSecret(context, secret);
      return wrong && unsigned(secret, wrong);
    },
  },
];

const showHeader = (call: Call, name: string): string => `${name}: ${call.headers[name] ?? 'absent'}`;

/** Checks that no call contains a token: neither the run's own nor another one with which the invoice can be read. */
export async function tellToken(play: CallbackPlay, calls: readonly Call[]): Promise<Said> {
  const { token } = play.subject.settings;
  const [place] = calls.flatMap((call) => leak(call, token) ?? []);
  if (place !== undefined) return { expected: 'no token', received: `the token of the run in ${place}` };
  const [other] = calls.flatMap(({ headers }) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? []);
  if (other === undefined) return undefined;
  if (!hasSucceeded(await withToken(play.subject, other).fetch(play.invoice.id))) return undefined;
  return { expected: 'no token', received: 'in authorization a token with which fetch reads the invoice' };
}

/** Returns the place in a call that repeats the run's token, if any. */
function leak(call: Call, token: string): string | undefined {
  const places = { ...call.headers, 'the URL': call.target, 'the body': call.body };
  // A short token may occur anywhere by chance.
  return Object.entries(places).find(
    ([name, text]) => (token.length > 7 || name === 'authorization') && text.includes(token),
  )?.[0];
}

export const twoPartsCases: DeclareCases = (contract) => [
  ...judgements.map(({ judge, ...about }) => ({
    ...about,
    id: `callbacks/two-parts/${about.id}`,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    waits: true,
    async run(context: CaseContext) {
      const two = await twoParts(context);
      return findingsOf(contract, about.requirement, two.play, await judge(two, context));
    },
  })),
  ...deriveEventFields(contract),
];
