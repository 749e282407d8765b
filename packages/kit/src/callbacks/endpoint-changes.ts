import type { EndpointChange } from './endpoint-health.ts';
import type { AttemptRecord } from './outbox.ts';

/** A change of an endpoint that some attempts led to. */
export interface ChangedEndpoint {
  accountId: string;
  host: string;
  change: EndpointChange;
}

/** The weight of each change when attempts of one endpoint ended together: a success shows that it works. */
const weights: Readonly<Record<EndpointChange, number>> = { failed: 0, disabled: 1, healed: 2 };

/** Finds what a batch of attempts changes, each endpoint once and in one order, so that servers never wait for each other in a circle. */
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
