import type { AttemptResult } from './callback-sender.ts';
import { type AttemptRecord, type DeliveryDecision, type EndpointChange, type EndpointHealth, longestRest } from './outbox.ts';

/** Failures on our side, which say nothing about the receiver. */
const ourReasons: readonly string[] = ['no_secret', 'secret_unreadable'];

/**
 * Decides what an attempt means for its endpoint. An endpoint whose attempts have all failed for `disableAfter` milliseconds is
 * disabled: each event is still attempted once, as the contract asks, but not again. The first 2xx response enables it.
 * @param disableAfter 0 to disable none
 */
export function judgeEndpoint(
  result: AttemptResult,
  decision: DeliveryDecision,
  { failingSince = null, failedAt = null, disabledAt = null }: Partial<EndpointHealth>,
  now: number,
  disableAfter: number,
): { decision: DeliveryDecision; endpoint: EndpointChange | undefined } {
  if (decision.kind === 'delivered') return { decision, endpoint: failingSince === null ? undefined : 'healed' };
  if (decision.kind === 'gone' || (result.kind === 'failed' && ourReasons.includes(result.reason))) {
    return { decision, endpoint: undefined };
  }
  const isRow = failingSince !== null && failedAt !== null && now - failedAt <= longestRest;
  const isDisabled = disableAfter > 0 && (disabledAt !== null || (isRow && now - failingSince >= disableAfter));
  if (!isDisabled) return { decision, endpoint: 'failed' };
  const ended: DeliveryDecision =
    decision.kind === 'retry' ? { kind: 'dead', reason: `endpoint_disabled, ${decision.reason}` } : decision;
  return { decision: ended, endpoint: 'disabled' };
}

/** A change of an endpoint that one or more attempts caused. */
export interface ChangedEndpoint {
  accountId: string;
  host: string;
  change: EndpointChange;
}

/**
 * The weight of each change when several attempts of one endpoint end together. A success weighs most, because it shows that the
 * endpoint works.
 */
const weights: Readonly<Record<EndpointChange, number>> = { failed: 0, disabled: 1, healed: 2 };

/** Finds what a batch of attempts changes: one change per endpoint, always in the same order so that servers cannot deadlock. */
export function findChangedEndpoints(records: readonly AttemptRecord[]): ChangedEndpoint[] {
  const found = new Map<string, ChangedEndpoint>();
  for (const { event, endpoint: change } of records) {
    if (change === undefined) continue;
    const { accountId, host } = event;
    const key = `${accountId} ${host}`;
    const known = found.get(key);
    if (!known || weights[change] > weights[known.change]) found.set(key, { accountId, host, change });
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, changed]) => changed);
}
