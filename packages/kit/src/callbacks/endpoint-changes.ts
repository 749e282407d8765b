import type { EndpointChange } from './endpoint-health.ts';
import type { AttemptRecord } from './outbox.ts';

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
