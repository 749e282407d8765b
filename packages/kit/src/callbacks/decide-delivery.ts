import { delivery } from '@payment-invoice/generated';
import type { AttemptResult } from './callback-sender.ts';
import type { DeliveryDecision } from './outbox.ts';
import { readRetryAfter } from './read-retry-after.ts';

/**
 * Milliseconds from the end of an attempt to the next one; the first attempt is made at once (D-21, as Standard Webhooks
 * proposes).
 */
export const retryDelays: readonly number[] = delivery.delays.map((seconds) => seconds * 1000);
/** The fraction by which a delay may be shorter or longer, so that callbacks that failed together do not come back together. */
const { jitter } = delivery;
/** The longest Retry-After that is honoured, in milliseconds. */
const longestRetryAfter = delivery.longestRetryAfter * 1000;

/**
 * Decides what follows from an attempt to deliver an event.
 * @param attempt 1 for the first
 * @param now when the attempt ended, in milliseconds since 1970
 * @param random a number from 0 to below 1, for the jitter
 */
export function decideDelivery(result: AttemptResult, attempt: number, now: number, random: number): DeliveryDecision {
  if (result.kind === 'blocked') return { kind: 'dead', reason: result.reason };
  const reason = result.kind === 'responded' ? `status ${result.status}` : result.reason;
  if (result.kind === 'responded') {
    if (result.status >= 200 && result.status < 300) return { kind: 'delivered' };
    if (result.status === 410) return { kind: 'gone', reason };
  }
  const delay = retryDelays[attempt - 1];
  if (delay === undefined) return { kind: 'dead', reason };
  const jittered = Math.round(delay * (1 + jitter * (2 * random - 1)));
  const retryAfter = result.kind === 'responded' ? result.retryAfter : undefined;
  const asked = Math.min(readRetryAfter(retryAfter ?? '', now) ?? 0, longestRetryAfter);
  return { kind: 'retry', at: now + Math.max(jittered, Math.round(asked * (1 + jitter * random))), reason };
}
