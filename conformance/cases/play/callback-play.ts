import type { Call, Listener, Mailbox } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { parseJson } from '../../src/http/parse-json.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { type Play, paid, read, shares } from './play.ts';

/** An invoice of the run's account whose callbacks go to a mailbox. */
export interface CallbackPlay extends Play {
  mailbox: Mailbox;
  listener: Listener;
}

const expose =
  'Give --callback-listen HOST:PORT with an address that the deployment can call, and --callback-url URL if a public name or a tunnel leads to it.';

/**
 * Creates an invoice with a callbackUrl. The case is skipped if the suite does not listen, and inconclusive if the URL is
 * refused.
 */
export async function startCallbackPlay(
  { subject, listener }: CaseContext,
  urlOf: (url: string) => Promise<string> = async (url) => url,
  create = (body: Record<string, unknown>): Promise<Exchange> => subject.create(body),
): Promise<CallbackPlay> {
  subject.wire.use('listener');
  if (!listener) throw new CaseSkipped(`Callbacks need a place to come to. ${expose}`, '--callback-listen');
  const mailbox = listener.open();
  const callbackUrl = await urlOf(mailbox.url);
  const created = await create({ ...subject.createBody, callbackUrl });
  if (created.answer && !isSuccess(created.answer))
    throw new CaseInconclusive(`The deployment refused the callbackUrl ${callbackUrl} (${created.answer.status}). ${expose}`);
  return { subject, invoice: invoiceOf(created), counted: [], exchanges: [created], mailbox, listener };
}

/** Returns the first attempt of each event. An event may have several, because moving the clock may end the first one. */
export function firstAttempts(calls: readonly Call[]): Call[] {
  const ids = calls.map(({ headers }) => headers['webhook-id']);
  return calls.filter((_, at) => ids[at] === undefined || ids.indexOf(ids[at]) === at);
}

/**
 * Waits for this number of events. If none comes, the case is inconclusive, unless an earlier call came or the user vouched that
 * the deployment reaches the suite.
 */
export async function expectCalls({ mailbox, listener }: CallbackPlay, count: number): Promise<readonly Call[]> {
  const since = performance.now();
  const calls = await mailbox.wait(() => firstAttempts(mailbox.calls).length >= count);
  if (calls.length === 0 && !listener.settings.vouched && listener.heard.length === 0)
    throw new CaseInconclusive(
      `No callback came to ${mailbox.url} within ${Math.round((performance.now() - since) / 1000)} s. Give a longer --callback-wait if calls come later than that. ${expose}`,
    );
  return calls;
}

/** Headers that every call has. */
const callHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'];

/**
 * Renders a call for a finding on one line: its method, `webhook-id` and `webhook-timestamp`, the names of missing headers, and
 * the beginning of its body.
 */
export function showCall(call: Call | undefined): string {
  if (!call) return 'no call';
  const present = callHeaders.slice(0, 2).flatMap((name) => (call.headers[name] ? [`${name}: ${call.headers[name]}`] : []));
  const missing = callHeaders.filter((name) => !call.headers[name]);
  const about = [...present, ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : [])].join(', ');
  return `${call.method} (${about}) ${call.body.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)).slice(0, 300)}`;
}

/** Returns the body of a call as an object, which is empty if the body is not a JSON object. */
export function eventOf(call: Call | undefined): Record<string, unknown> {
  try {
    const value = parseJson(call?.body ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Moves the clock. Attempts that fall due come after this returns. */
export async function later(play: CallbackPlay, seconds: number): Promise<void> {
  await requireAbility(play.subject, 'advanceTime', 'Retries need a clock that can be moved')(seconds, play.subject.settings);
}

/** Copies the exchanges of a play for a finding. */
export function shown(play: CallbackPlay): Exchange[] {
  return [...play.exchanges];
}

/** Two payments that add up to the amount, their events, and the invoice as fetched after each. */
export interface TwoParts {
  play: CallbackPlay;
  calls: readonly Call[];
  reads: Record<string, unknown>[];
}

/** Makes the two payments, once in a run. */
export function twoParts(context: CaseContext): Promise<TwoParts> {
  return context.subject.share('two events', async () => {
    const play = await startCallbackPlay(context);
    const { part, rest } = shares(context.subject);
    const reads: TwoParts['reads'] = [];
    let calls: readonly Call[] = [];
    for (const share of [part, rest]) {
      await paid(play, share);
      // Waits for the event, because a receipt may be counted with a delay, and fetch shows the change once the event has
      // arrived.
      calls = await expectCalls(play, reads.length + 1);
      reads.push(await read(play));
    }
    return { play, calls, reads };
  });
}
