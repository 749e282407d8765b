import {
  type AttemptRecord,
  type ClaimedEvent,
  eventLifetimes,
  findChangedEndpoints,
  type HostDue,
  longestRest,
} from '@payment-invoice/kit/callbacks';
import type { DeadEvent, DeliveryStore, DisabledEndpoint } from '../store.ts';
import type { Connections } from './connections.ts';
import { sql } from './delivery-statements.ts';
import { columnsOf } from './invoice-columns.ts';

/** Makes the store's methods for events and their deliveries. `server` identifies this server as the owner of leases. */
export function postgresDeliveries(db: Connections, server: string): Omit<DeliveryStore, 'onEvent'> {
  let last: Promise<unknown> = Promise.resolve();
  /**
   * Runs the work after all earlier work has ended. Otherwise, while a receiver's 410 is being recorded, a claim could take
   * another event of the invoice just before the statement settles that event.
   */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    claimEvents: async (shares, now, leaseEnd) => {
      const rows = shares.map(({ host, limit }) => [host, limit]);
      const values = [...columnsOf(rows, 2), now, leaseEnd, server];
      const events = await inOrder(() => db.run<ClaimedEvent>(sql.claim, values));
      // Uses a separate statement, because a statement does not see its own changes.
      const dues = await db.run<{ host: string; nextAt: number | null }>(sql.selectNext, [shares.map(({ host }) => host)]);
      return { events, hosts: dues.map(({ host, nextAt }): HostDue => ({ host, nextAt: nextAt ?? Number.POSITIVE_INFINITY })) };
    },
    recordAttempts: async (records, now) => {
      const values = [...columnsOf(records.map(valuesOf), 6), now, server];
      await inOrder(() => db.run(sql.record, values));
      const changed = findChangedEndpoints(records).map(({ accountId, host, change }) => [accountId, host, change]);
      // Records the endpoints' health last. If this statement fails, the attempts are kept, and a later one updates the health.
      if (changed.length > 0) await db.run(sql.changeEndpoints, [...columnsOf(changed, 3), now, now - longestRest]);
    },
    releaseEvents: async (events, now) => {
      const rows = events.map(({ id, leaseEnd }) => [id, leaseEnd]);
      const values = [...columnsOf(rows, 2), now, server];
      await inOrder(() => db.run(sql.release, values));
    },
    listDueHosts: () => db.run<HostDue>(sql.selectHosts),
    listDeadEvents: (limit, accountId) => db.run<DeadEvent>(sql.selectDead, [accountId ?? null, limit]),
    reviveEvent: async (eventId, now) => (await db.run(sql.revive, [now, eventId])).length === 1,
    listDisabledEndpoints: (limit, accountId) => db.run<DisabledEndpoint>(sql.selectDisabled, [accountId ?? null, limit]),
    enableEndpoint: async (accountId, host) => (await db.run(sql.enableEndpoint, [accountId, host])).length === 1,
    forgetEvents: async (now, limit) => {
      await db.run(sql.forgetEndpoints, [now - eventLifetimes.dead, limit]);
      let forgotten = 0;
      for (const [outcome, time] of Object.entries(eventLifetimes)) {
        if (forgotten < limit) forgotten += (await db.run(sql.forget, [outcome, now - time, limit - forgotten])).length;
      }
      return forgotten;
    },
  };
}

function valuesOf({ event, decision }: AttemptRecord): unknown[] {
  const at = decision.kind === 'retry' ? decision.at : null;
  const reason = decision.kind === 'delivered' ? null : decision.reason;
  return [event.id, event.invoiceId, event.attempts, decision.kind, at, reason];
}
