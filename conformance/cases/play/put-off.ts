import { shares } from '../../payments/pay.ts';
import type { Call } from '../../src/callbacks/listener.ts';
import type { CaseContext } from '../../src/case/case.ts';
import { type Delivery, readDelivery } from '../../src/contract/read-delivery.ts';
import { readTime } from '../../src/text/read-time.ts';
import { type CallbackPlay, eventOf, inWords, pay, untilTried } from './callback-play.ts';

/** A date that is later than any attempt. A deployment must wait only as long as the contract's longest Retry-After. */
export const farDate = 'Fri, 31 Dec 2066 23:59:59 GMT';

/** A date that is in the past by the clock of any deployment. */
export const pastDate = 'Thu, 01 Jan 2015 00:00:00 GMT';

/** Seconds from the signing of a call to the date that `nearDate` returns. */
export const nearDateAfter = 6 * 60 * 60;

/** Milliseconds by which two clocks of a deployment may differ. If they differ by more, a date from either is not reliable. */
const sameClock = 20 * 60_000;

/** Returns the date `nearDateAfter` seconds after a call was signed, or undefined if the two times in the call disagree. */
export function nearDate(call: Call): string | undefined {
  const signedAt = Number(call.headers['webhook-timestamp']) * 1000;
  const isSure = Math.abs(signedAt - readTime(eventOf(call).timestamp)) <= sameClock;
  return isSure ? new Date(signedAt + nearDateAfter * 1000).toUTCString() : undefined;
}

/** An event that was postponed by a `Retry-After` in the response to one of its attempts. */
export interface PutOff {
  play: CallbackPlay;
  /** The number of the attempt with this response, counted from 1. */
  at: number;
  /** Returns the seconds of the `Retry-After`; undefined before it has been sent. */
  lasts(): number | undefined;
  /** Describes the response with the `Retry-After`; undefined before it has been sent. */
  sent(): string | undefined;
  wrong?: string;
  /** True if the receiver also refuses the attempt after the postponed one, without a `Retry-After`. */
  isRefusedAgain?: boolean;
  /** Total seconds by which the clock had been moved when the next attempt arrived, or was found to be missing. */
  overAt?: number;
}

/** Pays an invoice, and responds to one attempt with a `Retry-After`. `asks` returns its value and the wait in seconds. */
export async function payPutOff(
  context: CaseContext,
  asks: (call: Call) => [retryAfter: string, seconds: number] | undefined,
  how: { at?: number; status?: number; location?: string | undefined; isRefusedAgain?: boolean } = {},
): Promise<PutOff> {
  const { at = 1, status = 503, location, isRefusedAgain = false } = how;
  const { longestRetryAfter } = readDelivery(context.contract);
  let lasts: number | undefined;
  let sent: string | undefined;
  const play = await pay(context, shares(context.subject).whole, (count, call) => {
    if (count !== at) return { status: count < at || (isRefusedAgain && count === at + 1) ? 500 : 204 };
    const asked = asks(call);
    if (asked === undefined) return { status: 204 };
    lasts = Math.min(asked[1], longestRetryAfter);
    sent = showRetryAfter(asked[0], status);
    return { status, headers: { 'Retry-After': asked[0], ...(location !== undefined && { Location: location }) } };
  });
  return { play, at, isRefusedAgain, lasts: () => lasts, sent: () => sent };
}

/** Checks that a `Retry-After` prolongs only one pause. `passed` is the number of seconds since the postponed attempt. */
export async function tellNextOf(one: PutOff, passed: number, pause: number): Promise<void> {
  const { play, at, isRefusedAgain } = one;
  if (!isRefusedAgain || one.wrong !== undefined || passed < pause) return;
  one.isRefusedAgain = false;
  if ((await untilTried(play, at + 2)) !== at + 1) return;
  one.wrong = `no attempt ${at + 2} within ${inWords(passed)} of attempt ${at + 1}, which was refused without a Retry-After`;
}

/** Returns the number of the latest attempt after which the suite can ask for twice the pause and still see the next attempt. */
export function lateAttempt({ delays, longestRetryAfter }: Delivery): number {
  const latest = delays.slice(0, -3).findLastIndex((pause) => 2 * pause <= longestRetryAfter);
  return 1 + Math.max(0, latest);
}

export function showRetryAfter(retryAfter: string, status = 503): string {
  return `${status} with Retry-After: ${retryAfter} (${/^\d+$/.test(retryAfter) ? 'seconds' : 'an HTTP date'})`;
}
