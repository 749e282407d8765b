import type { AttemptResult } from './callback-sender.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from the end of an attempt to the next one; the first attempt comes at once (D-21, as Standard Webhooks proposes). */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A delay is at most this part of itself shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.1;
/** The longest Retry-After that is honoured, in milliseconds. */
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** What follows from an attempt. `gone`: the receiver wants no more events of this invoice. */
export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: number; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'gone'; readonly reason: string };

/**
 * Decides what follows from an event's attempt.
 * @param attempt 1 for the first
 * @param now when the attempt ended, in milliseconds since 1970
 * @param random from 0 to 1, for the jitter
 */
export function decideDelivery(result: AttemptResult, attempt: number, now: number, random: number): DeliveryDecision {
  if (result.kind === 'blocked') return { kind: 'dead', reason: result.reason };
  const reason = result.kind === 'answered' ? `status ${result.status}` : result.reason;
  if (result.kind === 'answered') {
    if (result.status >= 200 && result.status < 300) return { kind: 'delivered' };
    if (result.status === 410) return { kind: 'gone', reason };
  }
  const delay = RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return { kind: 'dead', reason };
  const jittered = Math.round(delay * (1 + JITTER * (2 * random - 1)));
  const asked = result.kind === 'answered' ? readRetryAfter(result.retryAfter, now) : 0;
  return { kind: 'retry', at: now + Math.max(jittered, asked), reason };
}

/** Milliseconds that a Retry-After asks to wait: seconds or a date (RFC 9110 §10.2.3); 0 when there is none, or none to be understood. */
function readRetryAfter(text: string | undefined, now: number): number {
  const value = text?.trim() ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : HTTP_DATE.test(value) ? Date.parse(value) - now : 0;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER);
}

/** IMF-fixdate, the one form that may still be sent. `Date.parse` alone would take nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
