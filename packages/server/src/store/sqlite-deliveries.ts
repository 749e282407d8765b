import {
  type AttemptRecord,
  type ChangedEndpoint,
  type ClaimedEvent,
  eventLifetimes,
  findChangedEndpoints,
  type HostDue,
  longestRest,
} from '@payment-invoice/kit/callbacks';
import type { Database } from 'better-sqlite3';
import type { DeadEvent, DeliveryStore, DisabledEndpoint } from './store.ts';
import { translateErrors } from './translate-errors.ts';
import type { WriteQueue } from './write-queue.ts';

/** Makes the store's methods for events and their deliveries. */
export function sqliteDeliveries(db: Database, writes: WriteQueue): Omit<DeliveryStore, 'onEvent'> {
  const sql = prepare(db);
  /** Writes without waiting for the disk. If a power cut loses the write, the event is claimed or sent again. */
  const writeUnsynced = <T>(work: () => T) => writes.run(work, 'process');

  const claim = (host: string, limit: number, now: number, leaseEnd: number): ClaimedEvent[] => {
    // Checks first whether any receiver wants no more events. That is rare, so usually no event needs its own query.
    const areSomeGone = sql.selectAnyGone.get() !== undefined;
    return sql.selectDue.all(leaseEnd, host, now, limit).filter(({ id, invoiceId }) => {
      const isGone = areSomeGone && sql.selectGone.get(invoiceId) !== undefined;
      if (isGone) sql.settleEvent.run(now, 'gone', 0, null, id);
      else sql.postpone.run(leaseEnd, id);
      return !isGone;
    });
  };
  const record = ({ event, decision }: AttemptRecord, now: number) => {
    const { kind } = decision;
    if (kind === 'retry') sql.retry.run(decision.at, decision.reason, event.id, event.attempts);
    else sql.settleEvent.run(now, kind, 1, kind === 'delivered' ? null : decision.reason, event.id);
    if (kind === 'gone') sql.settleInvoice.run(now, event.invoiceId);
  };
  const changeEndpoint = ({ accountId, host, change }: ChangedEndpoint, now: number) =>
    change === 'healed'
      ? sql.deleteEndpoint.run(accountId, host)
      : sql.failEndpoint.run(accountId, host, now, now, change === 'disabled' ? now : null, now - longestRest);

  return {
    claimEvents: (shares, now, leaseEnd) =>
      writeUnsynced(() => ({
        events: shares.flatMap(({ host, limit }) => claim(host, limit, now, leaseEnd)),
        hosts: shares.map(({ host }): HostDue => ({ host, nextAt: sql.selectNext.get(host) ?? Number.POSITIVE_INFINITY })),
      })),
    recordAttempts: (records, now) =>
      writeUnsynced(() => {
        for (const one of records) record(one, now);
        for (const one of findChangedEndpoints(records)) changeEndpoint(one, now);
      }),
    releaseEvents: (events, now) =>
      writeUnsynced(() => {
        for (const { id, leaseEnd } of events) sql.release.run(now, id, leaseEnd);
      }),
    listDueHosts: async () => translateErrors(() => sql.selectHosts.all()),
    listDeadEvents: async (limit, accountId) => translateErrors(() => sql.selectDead.all(accountId ?? null, limit)),
    reviveEvent: (eventId, now) => writes.run(() => sql.revive.run(now, eventId).changes === 1),
    listDisabledEndpoints: async (limit, accountId) => translateErrors(() => sql.selectDisabled.all(accountId ?? null, limit)),
    enableEndpoint: (accountId, host) => writes.run(() => sql.enableEndpoint.run(accountId, host).changes === 1),
    forgetEvents: (now, limit) => {
      const kept = Object.entries(eventLifetimes);
      const isOld = translateErrors(() => kept.some(([outcome, time]) => sql.selectOld.get(outcome, now - time) !== undefined));
      const unused = now - eventLifetimes.dead;
      if (!isOld && translateErrors(() => sql.selectUnused.get(unused)) === undefined) return Promise.resolve(0);
      return writes.run(() => {
        sql.deleteUnused.run(unused, limit);
        return kept.reduce((sum, [outcome, time]) => sum + sql.deleteOld.run(outcome, now - time, limit - sum).changes, 0);
      });
    },
  };
}

function prepare(db: Database) {
  const pluck = <Values extends unknown[], Value>(text: string) => db.prepare<Values, Value>(text).pluck();
  return {
    selectDue: db.prepare<[number, string, number, number], ClaimedEvent>(`
      SELECT id, invoice_id AS invoiceId, o.account_id AS accountId, o.host, url, body, attempts, ? AS leaseEnd,
        failing_since AS failingSince, failed_at AS failedAt, disabled_at AS disabledAt
      FROM outbox o LEFT JOIN callback_endpoints e ON e.account_id = o.account_id AND e.host = o.host
      WHERE settled_at IS NULL AND o.host = ? AND next_at <= ? ORDER BY next_at, sequence LIMIT ?`),
    selectNext: pluck<[string], number | null>('SELECT min(next_at) FROM outbox WHERE settled_at IS NULL AND host = ?'),
    selectAnyGone: pluck<[], number>("SELECT 1 FROM outbox WHERE outcome = 'gone' AND settled_at IS NOT NULL LIMIT 1"),
    selectGone: pluck<[string], number>("SELECT 1 FROM outbox WHERE invoice_id = ? AND outcome = 'gone'"),
    postpone: db.prepare<[number, string]>('UPDATE outbox SET next_at = ? WHERE id = ? AND settled_at IS NULL'),
    release: db.prepare<[number, string, number]>(
      'UPDATE outbox SET next_at = ? WHERE id = ? AND next_at = ? AND settled_at IS NULL',
    ),
    // Compares the number of attempts, so that nothing is changed if another attempt was recorded in the meantime.
    retry: db.prepare<[number, string, string, number]>(
      'UPDATE outbox SET attempts = attempts + 1, next_at = ?, reason = ? WHERE id = ? AND attempts = ? AND settled_at IS NULL',
    ),
    settleEvent: db.prepare<[number, string, 0 | 1, string | null, string]>(
      'UPDATE outbox SET settled_at = ?, outcome = ?, attempts = attempts + ?, reason = ? WHERE id = ? AND settled_at IS NULL',
    ),
    // Also settles dead letters, because they would stay listed although sending them again does nothing.
    settleInvoice: db.prepare<[number, string]>(
      "UPDATE outbox SET settled_at = ?, outcome = 'gone' WHERE invoice_id = ? AND (settled_at IS NULL OR outcome = 'dead')",
    ),
    // Finds the hosts with the help of the index, one after another, without reading every event.
    selectHosts: db.prepare<[], HostDue>(`
      WITH RECURSIVE hosts (host) AS (
        SELECT min(host) FROM outbox WHERE settled_at IS NULL
        UNION ALL
        SELECT (SELECT min(o.host) FROM outbox o WHERE o.settled_at IS NULL AND o.host > hosts.host) FROM hosts WHERE host IS NOT NULL
      )
      SELECT host, (SELECT min(o.next_at) FROM outbox o WHERE o.settled_at IS NULL AND o.host = hosts.host) AS nextAt
      FROM hosts WHERE host IS NOT NULL`),
    selectDead: db.prepare<[string | null, number], DeadEvent>(`
      SELECT id, invoice_id AS invoiceId, account_id AS accountId, sequence, host, attempts, created_at AS createdAt,
        settled_at AS diedAt, reason
      FROM outbox WHERE outcome = 'dead' AND settled_at IS NOT NULL AND account_id = coalesce(?, account_id)
      ORDER BY settled_at DESC LIMIT ?`),
    revive: db.prepare<[number, string]>(
      "UPDATE outbox SET settled_at = NULL, outcome = NULL, attempts = 0, next_at = ? WHERE id = ? AND outcome = 'dead'",
    ),
    // A failure long after the previous one starts a new series, unless the endpoint is disabled.
    failEndpoint: db.prepare<[string, string, number, number, number | null, number]>(`
      INSERT INTO callback_endpoints (account_id, host, failing_since, failed_at, disabled_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET
        failing_since = CASE WHEN disabled_at IS NULL AND failed_at < ? THEN excluded.failing_since
          ELSE coalesce(failing_since, excluded.failing_since) END,
        failed_at = excluded.failed_at, disabled_at = coalesce(disabled_at, excluded.disabled_at)`),
    deleteEndpoint: db.prepare<[string, string]>('DELETE FROM callback_endpoints WHERE account_id = ? AND host = ?'),
    enableEndpoint: db.prepare<[string, string]>(
      'DELETE FROM callback_endpoints WHERE account_id = ? AND host = ? AND disabled_at IS NOT NULL',
    ),
    selectDisabled: db.prepare<[string | null, number], DisabledEndpoint>(`
      SELECT account_id AS accountId, host, failing_since AS failingSince, disabled_at AS disabledAt FROM callback_endpoints
      WHERE disabled_at IS NOT NULL AND account_id = coalesce(?, account_id) ORDER BY disabled_at DESC LIMIT ?`),
    selectUnused: pluck<[number], number>('SELECT 1 FROM callback_endpoints WHERE failed_at <= ? LIMIT 1'),
    deleteUnused: db.prepare<[number, number]>(`
      DELETE FROM callback_endpoints WHERE (account_id, host) IN
        (SELECT account_id, host FROM callback_endpoints WHERE failed_at <= ? ORDER BY failed_at LIMIT ?)`),
    selectOld: pluck<[string, number], number>(
      'SELECT 1 FROM outbox WHERE outcome = ? AND settled_at IS NOT NULL AND settled_at <= ? LIMIT 1',
    ),
    deleteOld: db.prepare<[string, number, number]>(`
      DELETE FROM outbox WHERE id IN
        (SELECT id FROM outbox WHERE outcome = ? AND settled_at IS NOT NULL AND settled_at <= ? ORDER BY settled_at LIMIT ?)`),
  };
}
