import { paid, shares } from '../../payments/pay.ts';
import type { Call, MailboxResponse } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { type CallbackPlay, eventOf, expectCalls, settle, startCallbackPlay } from './callback-play.ts';

/** Lists responses to consecutive attempts of an event. Each must lead to another attempt. Redirects point to `elsewhere`. */
export const failures = (elsewhere: string, pauses: readonly number[] = []): MailboxResponse[] => [
  { status: 400 },
  { status: 303, headers: { Location: elsewhere } },
  { status: 401 },
  // A Retry-After as long as the pause that follows anyway. This response still uses up an attempt.
  { status: 429, headers: { 'Retry-After': String(pauses[3]) } },
  { status: 307, headers: { Location: elsewhere } },
  // A Retry-After with an invalid value, which a server must ignore.
  { status: 403, headers: { 'Retry-After': 'soon' } },
  { status: 501 },
  { status: 308, headers: { Location: elsewhere } },
  { status: 304 },
  { status: 301, headers: { Location: elsewhere } },
];

/** Each of these statuses is the response to the first attempt of a different event. */
export const redirects = [301, 302, 303, 307, 308];

/** Responses that end the attempts of an event. Their bodies vary, because the contract says that they are not read. */
const successes: readonly MailboxResponse[] = [
  // This body is sent with a Content-Length, and all others are sent in chunks.
  { status: 200, headers: { 'Content-Type': 'text/html', 'Content-Length': '9' }, body: '<p>Thanks' },
  { status: 201, headers: { 'Content-Type': 'application/json' }, body: '{"received":' },
  { status: 202, body: 'x'.repeat(100_000) },
  // A success ends the attempts, so its Retry-After must be ignored.
  { status: 203, headers: { 'Retry-After': '60' } },
  { status: 299 },
];

/** How many payments to make: within the limit per invoice, and enough for a sequence number of two digits. */
const mostParts = 10;

/** Pays an invoice in payments of one cent. Every event gets a 2xx, and each of the first five a different one. */
export async function paySmallParts(context: CaseContext): Promise<CallbackPlay> {
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const play = await startCallbackPlay(context);
  play.mailbox.respond = (count) => successes[count - 1] ?? { status: 204 };
  const parts = Math.min(mostParts, shares(context.subject).whole);
  for (let part = 0; part < parts; part++) await paid(play, 1);
  await expectCalls(play, parts);
  await settle(play);
  return play;
}

/** Describes calls for a finding, each in a few words and with the response that it got. */
export function showWithResponses(calls: readonly Call[]): string {
  const shown = calls.map((call) => {
    const { type, sequence } = eventOf(call);
    const what = typeof type === 'string' ? `${type} ${sequence}` : call.method;
    return `${what} (webhook-id: ${call.headers['webhook-id']}) got ${showResponse(call.given)}`;
  });
  return `${calls.length}: ${shown.join('; ')}`;
}

function showResponse({ status, body = '', hangUp }: MailboxResponse = { status: 204 }): string {
  if (hangUp) return 'no response';
  return `${status}${body === '' ? '' : ` with ${body.length} bytes`}`;
}
