import { delivery } from '@payment-invoice/generated';
import type { AttemptResult } from './callback-sender.ts';
import type { DeliveryDecision } from './outbox.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** Milliseconds from the end of an attempt to the next one; the first attempt comes at once (D-21, as Standard Webhooks proposes). */
export const retryDelays: readonly number[] = delivery.delays.map((seconds) => seconds * 1000);
/** A delay is at most this part of itself shorter or longer, so that what failed together does not come back together. */
const { jitter } = delivery;
/** The longest Retry-After that is honoured, in milliseconds. */
const longestRetryAfter = delivery.longestRetryAfter * 1000;

/**
 * Decides what follows from an event's attempt.
 * @param attempt 1 for the first
 * @param now when the attempt ended, in milliseconds since 1970
 * @param random from 0 to 1, for the jitter
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
