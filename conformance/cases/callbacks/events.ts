import { Webhook } from 'standardwebhooks';
import type { Call } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { paid, read, receiptFor, shares, submit } from '../lifecycle/play.ts';
import { quiet } from './attempt.ts';
import { type CallbackPlay, eventOf, expectCalls, showCall, shown, startCallbackPlay } from './call-back.ts';

/** A part payment and the rest, their events, and what fetch gave after each. */
interface TwoParts {
  play: CallbackPlay;
  calls: readonly Call[];
  reads: Record<string, unknown>[];
}

function twoParts(context: CaseContext): Promise<TwoParts> {
  return context.subject.share('two events', async () => {
    const play = await startCallbackPlay(context);
    const { part, rest } = shares(context.subject);
    await paid(play, part);
    const reads = [await read(play)];
    await expectCalls(play, 1);
    await paid(play, rest);
    reads.push(await read(play));
    return { play, calls: await expectCalls(play, 2), reads };
  });
}

interface Judgement {
  id: string;
  title: string;
  requirement: string;
  /** Nothing where it holds. */
  judge(two: TwoParts, context: CaseContext): { expected: string; received: string } | undefined;
}

/** RFC 3339: without a zone it would be no moment. */
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const judgements: Judgement[] = [
  {
    id: 'at-each-change',
    title: 'A part payment and the rest send two events',
    requirement: 'callback-at-each-change',
    judge: ({ calls }) =>
      calls.length === 2 ? undefined : { expected: 'two events', received: `${calls.length}: ${calls.map(showCall).join('; ')}` },
  },
  {
    id: 'post',
    title: 'An event is a POST with a JSON body that is an InvoiceEvent',
    requirement: 'callback-is-post',
    judge({ calls }, { contract }) {
      const validate = contract.compile('#/components/schemas/InvoiceEvent');
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
    requirement: 'event-type-names-change',
    judge: ({ calls }) => differ(calls, 'type', ['invoice.under_paid', 'invoice.paid']),
  },
  {
    id: 'sequence',
    title: 'sequence is 1, then 2',
    requirement: 'event-sequence-without-gaps',
    judge: ({ calls }) => differ(calls, 'sequence', [1, 2]),
  },
  {
    id: 'data',
    title: 'data is the invoice as fetch gave it after the change',
    requirement: 'event-data-is-the-invoice',
    judge({ calls, reads }, { contract }) {
      const bySequence = inOrder(calls);
      // What fetch shows beside the members of the contract is its own.
      const members = Object.keys(operationById(contract, 'fetchPayment').answer.properties ?? {});
      const index = reads.findIndex((read, at) => !sameMembers(members, read, eventOf(bySequence[at]).data));
      if (index < 0) return undefined;
      return { expected: `data: ${showValue(reads[index])}`, received: `data: ${showValue(eventOf(bySequence[index]).data)}` };
    },
  },
  {
    id: 'timestamp',
    title: 'timestamp is a time between createdAt and expiresAt',
    requirement: 'event-timestamp',
    judge({ calls, play }) {
      const { createdAt, expiresAt } = play.invoice;
      const [created, expires] = [createdAt, expiresAt].map((time) => Date.parse(String(time))) as [number, number];
      // Not held against webhook-timestamp: a deployment signs by its own clock, moved or not.
      const wrong = calls.find((call) => {
        const { timestamp } = eventOf(call);
        const time = Date.parse(String(timestamp));
        return !(moment.test(String(timestamp)) && time >= created - 1000 && time < expires);
      });
      const expected = `timestamp: a date-time with its zone, from ${createdAt} until ${expiresAt}`;
      return wrong && { expected, received: showCall(wrong) };
    },
  },
  {
    id: 'timestamp-in-seconds',
    title: 'webhook-timestamp is in seconds',
    requirement: 'callback-timestamp-new',
    judge({ calls }) {
      // Milliseconds have thirteen digits; a clock that was moved is days ahead, not centuries.
      const wrong = calls.find((call) => !/^\d{9,11}$/.test(call.headers['webhook-timestamp'] ?? ''));
      return wrong && { expected: 'webhook-timestamp: seconds since 1970', received: showCall(wrong) };
    },
  },
  {
    id: 'ids',
    title: 'Two events have two ids',
    requirement: 'callback-id-stable',
    judge: ({ calls }) =>
      new Set(calls.map((call) => call.headers['webhook-id'])).size === calls.length
        ? undefined
        : { expected: 'two ids', received: calls.map(showCall).join('; ') },
  },
  {
    id: 'no-token',
    title: 'No call carries the token that created the invoice',
    requirement: 'callback-without-token',
    judge({ calls, play }) {
      const { token } = play.subject.settings;
      const [place] = calls.flatMap((call) => leak(call, token) ?? []);
      return place === undefined ? undefined : { expected: 'no token', received: `the token of the run in ${place}` };
    },
  },
  {
    id: 'signature',
    title: 'webhook-signature verifies with the secret of the account',
    requirement: 'callback-signed',
    judge({ calls }, { listener }) {
      const secret = listener?.settings.secret;
      if (secret === undefined)
        throw new CaseSkipped('The secret that signs callbacks is needed: give it with --callback-secret, or CALLBACK_SECRET.');
      const wrong = calls.find((call) => !isSignedWith(secret, call));
      return (
        wrong && {
          expected: 'a signature of the secret that --callback-secret gave',
          received: `webhook-signature: ${wrong.headers['webhook-signature'] ?? 'absent'}`,
        }
      );
    },
  },
];

/** Where a call repeats the token that the run sends. */
function leak(call: Call, token: string): string | undefined {
  const places = { ...call.headers, 'the query': call.query, 'the body': call.body };
  // What is too short for a token may stand anywhere by chance.
  return Object.entries(places).find(
    ([name, text]) => (token.length > 7 || name === 'authorization') && text.includes(token),
  )?.[0];
}

/** What the events of a part payment and the rest say, and when there are others. */
export function eventCases(contract: Contract): Case[] {
  return [
    ...judgements.map(
      ({ id, title, requirement, judge }): Case => ({
        id: `callbacks/two-parts/${id}`,
        title,
        requirement,
        operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
        async run(context) {
          const two = await twoParts(context);
          const found = judge(two, context);
          return found
            ? [makeFinding(contract, requirement, { member: 'callbackUrl', ...found, exchanges: shown(two.play) })]
            : [];
        },
      }),
    ),
    {
      id: 'callbacks/failed',
      title: 'A failed payment sends invoice.failed',
      requirement: 'event-type-names-change',
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const play = await startCallbackPlay(context);
        await submit(play, await receiptFor(play, shares(context.subject).whole, 'failed'));
        return found(contract, 'event-type-names-change', play, differ(await expectCalls(play, 1), 'type', ['invoice.failed']));
      },
    },
    {
      id: 'callbacks/second-part',
      title: 'A second part that leaves the invoice UNDER_PAID sends an event of its own',
      requirement: 'callback-at-each-change',
      covers: ['event-sequence-without-gaps'],
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const small = Math.floor(shares(context.subject).part / 2);
        if (small === 0) throw new CaseSkipped('The amount is too small for three parts: give a greater one with --amount.');
        const play = await startCallbackPlay(context);
        for (let count = 0; count < 2; count++) await paid(play, small);
        const calls = await expectCalls(play, 2);
        const types = differ(calls, 'type', ['invoice.under_paid', 'invoice.under_paid']);
        if (types) return found(contract, 'callback-at-each-change', play, types);
        return found(contract, 'event-sequence-without-gaps', play, differ(calls, 'sequence', [1, 2]));
      },
    },
    {
      id: 'callbacks/over-paid',
      title: 'A payment of more than the amount sends invoice.paid',
      requirement: 'event-type-names-change',
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const play = await startCallbackPlay(context);
        await paid(play, shares(context.subject).over);
        return found(contract, 'event-type-names-change', play, differ(await expectCalls(play, 1), 'type', ['invoice.paid']));
      },
    },
    {
      id: 'callbacks/expired',
      title: 'An expiry sends invoice.expired, read or not',
      requirement: 'callback-at-each-change',
      operations: ['create-payment'],
      alone: true,
      async run(context) {
        const play = await startCallbackPlay(context);
        await expireInvoice(context.subject, play.invoice);
        return found(contract, 'callback-at-each-change', play, differ(await expectCalls(play, 1), 'type', ['invoice.expired']));
      },
    },
    {
      id: 'callbacks/not-otherwise',
      title: 'Create, a refused receipt and a repeated one send nothing',
      requirement: 'callback-not-otherwise',
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const play = await startCallbackPlay(context);
        const { part, rest } = shares(context.subject);
        await submit(play, `made-up-receipt-${crypto.randomUUID()}`);
        await paid(play, part);
        await submit(play, play.counted[0] ?? '');
        await submit(play, `made-up-receipt-${crypto.randomUUID()}`);
        // The last change is the fence: what was sent before it has come when its event has.
        await paid(play, rest);
        await submit(play, play.counted[1] ?? '');
        await expectCalls(play, 2);
        const calls = await play.mailbox.wait(3, quiet(play));
        if (calls.length <= 2) return [];
        return found(contract, 'callback-not-otherwise', play, {
          expected: 'two events, one for each receipt that was counted',
          received: `${calls.length}: ${calls.map(showCall).join('; ')}`,
        });
      },
    },
    {
      id: 'callbacks/secret-rotated',
      title: 'After a rotation both secrets sign',
      requirement: 'callback-signed-twice-in-rotation',
      operations: ['create-payment', 'submit-receipt'],
      alone: true,
      async run(context) {
        const rotate = requireAbility(context.subject, 'rotateSecret', 'A secret that can be rotated is needed');
        const before = context.listener?.settings.secret;
        const play = await startCallbackPlay(context);
        if (before === undefined)
          throw new CaseSkipped('The secret before the rotation is needed: give it with --callback-secret.');
        const after = await rotate(context.subject.settings);
        await paid(play, shares(context.subject).whole);
        const [call] = await expectCalls(play, 1);
        if (call && isSignedWith(before, call) && isSignedWith(after, call)) return [];
        const received = `webhook-signature: ${call?.headers['webhook-signature'] ?? 'absent'}`;
        return found(contract, 'callback-signed-twice-in-rotation', play, { expected: 'a signature of each secret', received });
      },
    },
    {
      id: 'callbacks/inside',
      title: 'A name that leads to an address inside is not called',
      requirement: 'callback-checks-address',
      operations: ['create-payment', 'submit-receipt'],
      async run(context) {
        const nameInside = requireAbility(context.subject, 'nameInside', 'A name that leads to an address inside is needed');
        const play = await startCallbackPlay(context, async (url) => {
          const inside = await nameInside(url, context.subject.settings);
          if (inside === null) throw new CaseSkipped('The adapter knows no name that leads inside.');
          return inside;
        });
        await paid(play, shares(context.subject).whole);
        const [call] = await play.mailbox.wait(1, quiet(play, 1000));
        return call ? found(contract, 'callback-checks-address', play, { expected: 'no call', received: showCall(call) }) : [];
      },
    },
  ];
}

/** Whether one of the signatures is what the secret makes of the call. The clock of a sandbox may be ahead, so its time is not judged. */
export function isSignedWith(secret: string, call: Call): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = call.headers;
  if (!/^\d+$/.test(time)) return false;
  const expected = new Webhook(secret).sign(id, new Date(Number(time) * 1000), call.body);
  return signatures.split(' ').includes(expected);
}

function inOrder(calls: readonly Call[]): Call[] {
  return [...calls].sort((one, other) => Number(eventOf(one).sequence) - Number(eventOf(other).sequence));
}

function differ(calls: readonly Call[], member: string, expected: unknown[]): { expected: string; received: string } | undefined {
  const received = inOrder(calls).map((call) => eventOf(call)[member]);
  if (expected.length === received.length && expected.every((value, at) => value === received[at])) return undefined;
  return {
    expected: `${member}: ${expected.join(', then ')}`,
    received: `${member}: ${received.map(showValue).join(', then ') || 'no call'}`,
  };
}

function sameMembers(names: string[], one: Record<string, unknown>, other: unknown): boolean {
  const members = (other ?? {}) as Record<string, unknown>;
  return names.every((name) => JSON.stringify(members[name]) === JSON.stringify(one[name]));
}

function found(
  contract: Contract,
  requirement: string,
  play: CallbackPlay,
  what: { expected: string; received: string } | undefined,
): Finding[] {
  return what ? [makeFinding(contract, requirement, { member: 'callbackUrl', ...what, exchanges: shown(play) })] : [];
}
