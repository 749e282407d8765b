import { paid, shares } from '../../payments/pay.ts';
import type { Call, Listener, Mailbox, MailboxResponse } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { parseJson } from '../../src/http/parse-json.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { type Play, read } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { attempt } from '../../src/text/attempt.ts';

/** An invoice of the run's account whose callbacks arrive in a mailbox. */
export interface CallbackPlay extends Play {
  mailbox: Mailbox;
  listener: Listener;
}

const expose =
  'Give --callback-listen HOST:PORT with an address that the deployment can call, and --callback-url URL if a public name or a tunnel leads to it.';

/** Creates an invoice with a callbackUrl. A case is skipped if the suite does not listen, inconclusive if the URL is refused. */
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

/** Returns the first call of each event. A deployment may repeat a call, for example if the clock moves during it. */
export function firstAttempts(calls: readonly Call[]): Call[] {
  const ids = calls.map(({ headers }) => headers['webhook-id']);
  return calls.filter((_, at) => ids[at] === undefined || ids.indexOf(ids[at]) === at);
}

/** Waits for this number of events. Throws if no call has ever come, unless the user says that the suite can be reached. */
export async function expectCalls({ mailbox, listener }: CallbackPlay, count: number): Promise<readonly Call[]> {
  const since = performance.now();
  const calls = await mailbox.wait(() => firstAttempts(mailbox.calls).length >= count);
  if (calls.length === 0 && !listener.settings.vouched && listener.heard.length === 0)
    throw new CaseInconclusive(
      `No callback came to ${mailbox.url} within ${Math.round((performance.now() - since) / 1000)} s. Give a longer --callback-wait if calls come later than that. ${expose}`,
    );
  return calls;
}

const callHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'];

/** Renders a call for a finding on one line: method, id, time, the headers that it lacks, and the beginning of its body. */
export function showCall(call: Call | undefined): string {
  if (!call) return 'no call';
  const present = callHeaders.slice(0, 2).flatMap((name) => (call.headers[name] ? [`${name}: ${call.headers[name]}`] : []));
  const missing = callHeaders.filter((name) => !call.headers[name]);
  const about = [...present, ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : [])].join(', ');
  return `${call.method} (${about}) ${call.body.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)).slice(0, 300)}`;
}

/** Returns the body of a call as an object, which is empty if the body is not a JSON object. */
export function eventOf(call: Call | undefined): Record<string, unknown> {
  const value = attempt(() => parseJson(call?.body ?? ''));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Moves the clock. Does not wait for the attempts that become due. */
export async function later(play: CallbackPlay, seconds: number): Promise<void> {
  await requireAbility(play.subject, 'advanceTime', 'Retries need a clock that can be moved')(seconds, play.subject.settings);
}

/** Copies the play's exchanges for a finding, because a play adds further ones later. */
export const shown = (play: CallbackPlay): Exchange[] => [...play.exchanges];

/** An invoice that is paid in two parts, with the events and a fetch after each payment. */
export interface TwoParts {
  play: CallbackPlay;
  calls: readonly Call[];
  reads: Record<string, unknown>[];
}

export function twoParts(context: CaseContext): Promise<TwoParts> {
  return context.subject.share('two events', async () => {
    const play = await startCallbackPlay(context);
    const { part, rest } = shares(context.subject);
    const reads: TwoParts['reads'] = [];
    let calls: readonly Call[] = [];
    for (const share of [part, rest]) {
      await paid(play, share);
      // Waits for the event, because the receipt may be counted late. After the event, a fetch must show the payment.
      calls = await expectCalls(play, reads.length + 1);
      reads.push(await read(play));
    }
    return { play, calls, reads };
  });
}

/** The shortest and the longest wait for a deployment to process the response to an attempt, in milliseconds. */
const noticed = { least: 60, most: 3000 };

/** Milliseconds of real time after which an early attempt proves nothing. After a 67 s move, a delay of 300 s is almost over. */
const slip = 180_000;

/** Adds a path and a query that a URL parser would change. Behind a proxy, which may change the path, adds only the query. */
export function madeOdd(url: string, { settings }: Pick<Listener, 'settings'>): string {
  const path = settings.publicUrl === undefined ? url.replace(/\/([^/]+)$/, '/%7Eshop%c3%a9/./a/..//b+c/$1/') : url;
  return `${path}?z=1&order=1042&from=a%20Shop&b=%7e&by=Ann's+shop&a=`;
}

/** Returns the path and the query of a callbackUrl, or only the query if a proxy in front of the suite may change the path. */
export const targetOf = (callbackUrl: string, { settings }: Pick<Listener, 'settings'>): string =>
  settings.publicUrl === undefined ? callbackUrl.replace(/^[^:]+:\/\/[^/?]*/, '') : callbackUrl.replace(/^[^?]*/, '');

/** Returns the part of a call's target that must equal {@link targetOf} of its callbackUrl. */
export const targetIn = ({ target }: Call, { settings }: Pick<Listener, 'settings'>): string =>
  settings.publicUrl === undefined ? target : target.replace(/^[^?]*/, '');

/** Pays a new invoice and waits for the first attempt. `respond` determines the responses to it and to later attempts. */
export async function hear(
  context: CaseContext,
  cents: number,
  respond?: Mailbox['respond'],
  { isOdd = false, create }: { isOdd?: boolean; create?: (body: Record<string, unknown>) => Promise<Exchange> } = {},
): Promise<CallbackPlay> {
  const urlOf = async (url: string): Promise<string> => (isOdd && context.listener ? madeOdd(url, context.listener) : url);
  const play = await startCallbackPlay(context, urlOf, create);
  if (respond) play.mailbox.respond = respond;
  await paid(play, cents);
  await expectCalls(play, 1);
  await settle(play);
  return play;
}

/** Does the same as `hear`, but skips the case before anything is paid if the clock cannot be moved. */
export async function pay(...about: Parameters<typeof hear>): Promise<CallbackPlay> {
  requireAbility(about[0].subject, 'advanceTime', 'Retries need a clock that can be moved');
  return hear(...about);
}

/** Waits until the deployment has noticed the response to an attempt, because only then does it plan the next one. */
export const settle = (play: CallbackPlay): Promise<unknown> =>
  play.mailbox.wait(
    Number.POSITIVE_INFINITY,
    // Waits three times as long as the slowest call so far, because the calls of a loaded deployment vary in speed.
    Math.min(Math.max(noticed.least, 3 * play.listener.slowest()), noticed.most, play.listener.settings.wait),
  );

/** Returns how many milliseconds to listen for calls that must not come. The time is longer if the calls so far were slow. */
export const quiet = ({ listener }: CallbackPlay, least = 200): number =>
  Math.min(Math.max(least, 3 * listener.slowest()), listener.settings.wait);

/** Checks whether so much real time has passed since the first call that an attempt may be due without a move of the clock. */
export const hasSlipped = ({ mailbox }: CallbackPlay): boolean =>
  performance.now() - (mailbox.calls[0]?.at ?? performance.now()) > slip;

/** Returns the attempts to deliver the event that came first. Leaves out other events of the invoice, such as its expiry. */
export function attemptsOf({ mailbox }: CallbackPlay): Call[] {
  const [first] = mailbox.calls;
  if (first === undefined) return [];
  const { type, sequence } = eventOf(first);
  return mailbox.calls.filter((call) => {
    // Also recognizes an attempt by its event, because a deployment may wrongly give each attempt a new id.
    const event = eventOf(call);
    const same = type !== undefined && event.type === type && event.sequence === sequence;
    return same || call.headers['webhook-id'] === first.headers['webhook-id'];
  });
}

/** Waits for this number of attempts of the first event, and returns how many there are. */
export async function untilTried(play: CallbackPlay, count: number, milliseconds?: number): Promise<number> {
  await play.mailbox.wait(() => attemptsOf(play).length >= count, milliseconds);
  return attemptsOf(play).length;
}

/** Responds to the first attempt with this response, and to all others with a success other than 200 and 204. */
export const failsOnce = (first: MailboxResponse) => (count: number) => (count === 1 ? first : { status: 202 });

const units = [
  [3600, 'h'],
  [60, 'min'],
] as const;

/** Writes a number of seconds in the unit that makes it shortest, such as `5 min`. */
export function inWords(seconds: number): string {
  const [unit, name] = units.find(([length]) => seconds % length === 0 || seconds >= 10 * length) ?? [1, 's'];
  return `${Number((seconds / unit).toFixed(1))} ${name}`;
}

/** Returns calls in the order of their sequence numbers. */
export function inOrder(calls: readonly Call[]): Call[] {
  return [...calls].sort((one, other) => Number(eventOf(one).sequence) - Number(eventOf(other).sequence));
}

/** Compares a field of the events, in order, with the expected values. Returns undefined if they are equal. */
export function differ(
  calls: readonly Call[],
  field: string,
  expected: unknown[],
): { expected: string; received: string } | undefined {
  const received = inOrder(calls).map((call) => eventOf(call)[field]);
  if (expected.length === received.length && expected.every((value, at) => value === received[at])) return undefined;
  return {
    expected: `${field}: ${expected.join(', then ')}`,
    received: `${field}: ${received.map(showValue).join(', then ') || 'no call'}`,
  };
}

/** Returns a finding that callbacks differ from what was expected, or an empty list if `what` is undefined. */
export function findingsOf(
  contract: Contract,
  requirement: string,
  play: CallbackPlay,
  what: { expected: string; received: string } | undefined,
): Finding[] {
  return what ? broken(contract, requirement, { member: 'callbackUrl', ...what, exchanges: shown(play) }) : [];
}

export function judgeNoCallbackUrl(contract: Contract, exchange: Exchange): Finding[] {
  const { callbackUrl } = invoiceOf(exchange);
  if (callbackUrl === undefined) return [];
  return broken(contract, 'invoice-without-callback-url', {
    member: 'callbackUrl',
    pointer: operationById(contract, 'createPayment').responsePointer,
    expected: 'callbackUrl: absent',
    received: `callbackUrl: ${showValue(callbackUrl)}`,
    exchanges: [exchange],
  });
}
