import type { Call, Listener, MailboxResponse } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { type CallbackPlay, eventOf, expectCalls, startCallbackPlay } from './callback-play.ts';
import { paid } from './play.ts';

/** The least and the most milliseconds to wait until a deployment has processed the response to an attempt. */
const noticed = { least: 60, most: 3000 };

/**
 * How many milliseconds of real time may pass without a finding. The cases move the clock to 67 s after the second attempt, and
 * the third one is due after 300 s.
 */
const slip = 180_000;

/**
 * Adds a path and a query to a mailbox's URL. A program that parses the URL and writes it again changes their dots, escapes, empty
 * segment, plus, apostrophe and last slash. Adds no path if there is a proxy in front of the suite, which may change it too.
 */
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

/** Pays the invoice and waits for the first attempt, to which the mailbox gives this response. */
export async function pay(
  context: CaseContext,
  cents: number,
  respond: CallbackPlay['mailbox']['respond'],
  { isOdd = false, create }: { isOdd?: boolean; create?: (body: Record<string, unknown>) => Promise<Exchange> } = {},
): Promise<CallbackPlay> {
  // Skips the case before anything is paid if the clock cannot be moved.
  requireAbility(context.subject, 'advanceTime', 'Retries need a clock that can be moved');
  const urlOf = async (url: string): Promise<string> => (isOdd && context.listener ? madeOdd(url, context.listener) : url);
  const play = await startCallbackPlay(context, urlOf, create);
  play.mailbox.respond = respond;
  await paid(play, cents);
  await expectCalls(play, 1);
  await settle(play);
  return play;
}

/** Waits until the deployment has noticed the response to an attempt, because only then does it plan the next one. */
export const settle = (play: CallbackPlay): Promise<unknown> =>
  play.mailbox.wait(
    Number.POSITIVE_INFINITY,
    // Waits three times as long as the slowest call took, because a loaded deployment takes longer for some calls.
    Math.min(Math.max(noticed.least, 3 * play.listener.slowest()), noticed.most, play.listener.settings.wait),
  );

/** Returns how many milliseconds to listen for calls that must not come: more if expected calls take a long time. */
export const quiet = ({ listener }: CallbackPlay, least = 200): number =>
  Math.min(Math.max(least, 3 * listener.slowest()), listener.settings.wait);

/**
 * Checks whether so much real time has passed since the first call that attempts may have come due without a move of the clock.
 */
export const hasSlipped = ({ mailbox }: CallbackPlay): boolean =>
  performance.now() - (mailbox.calls[0]?.at ?? performance.now()) > slip;

/** Returns the attempts of the event of the first call. Leaves out other events of the invoice, such as its expiry. */
export function attemptsOf({ mailbox }: CallbackPlay): Call[] {
  const [first] = mailbox.calls;
  if (first === undefined) return [];
  const { type, sequence } = eventOf(first);
  return mailbox.calls.filter((call) => {
    // A deployment that wrongly gives each attempt a new id still repeats the event.
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

/** Gives this response to the first attempt, and a success to all others. */
export const failsOnce = (first: MailboxResponse) => (count: number) => (count === 1 ? first : { status: 204 });

const units = [
  [3600, 'h'],
  [60, 'min'],
] as const;

/** Writes a number of seconds in the unit that makes it shortest, such as `5 min`. */
export function inWords(seconds: number): string {
  const [unit, name] = units.find(([length]) => seconds % length === 0 || seconds >= 10 * length) ?? [1, 's'];
  return `${Number((seconds / unit).toFixed(1))} ${name}`;
}
