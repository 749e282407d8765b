import { nameStatements } from './sender.ts';

export const sql = nameStatements({
  /** Claims due events, except those that another server is claiming. Settles events whose receiver wants no more of them. */
  claim: `WITH share AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::integer[]) AS t (host, most)
), due AS MATERIALIZED (
  SELECT d.* FROM share CROSS JOIN LATERAL (
    SELECT o.id, o.next_at, EXISTS (SELECT 1 FROM outbox g WHERE g.invoice_id = o.invoice_id AND g.outcome = 'gone') AS is_gone
    FROM outbox o WHERE o.settled_at IS NULL AND o.host = share.host AND o.next_at <= $3::bigint
    ORDER BY o.next_at, o.sequence LIMIT share.most FOR UPDATE OF o SKIP LOCKED
  ) d
), settled AS (
  UPDATE outbox o SET settled_at = $3::bigint, outcome = 'gone', leased_by = NULL FROM due WHERE due.is_gone AND o.id = due.id
), claimed AS (
  UPDATE outbox o SET next_at = $4::bigint, leased_by = $5::text FROM due WHERE NOT due.is_gone AND o.id = due.id
  RETURNING o.id, o.invoice_id, o.account_id, o.host, o.url, o.body, o.attempts, o.next_at, o.sequence, due.next_at AS due_at
)
SELECT id, invoice_id AS "invoiceId", c.account_id AS "accountId", c.host, url, body, attempts, next_at AS "leaseEnd",
  failing_since AS "failingSince", failed_at AS "failedAt", disabled_at AS "disabledAt"
FROM claimed c LEFT JOIN callback_endpoints e ON e.account_id = c.account_id AND e.host = c.host ORDER BY due_at, sequence`,
  selectNext: `SELECT h.host, (SELECT min(o.next_at) FROM outbox o WHERE o.settled_at IS NULL AND o.host = h.host) AS "nextAt"
FROM unnest($1::text[]) AS h (host)`,
  /**
   * Records attempts. A decision to retry an event or to give up on it is stored only while this server holds the event's lease;
   * later, another server may be sending the event, or an operator may have sent it again. If a receiver wants no more events of
   * an invoice, all events of that invoice are settled, including dead letters, which would stay listed although sending them
   * again does nothing. Waiting events are found by `outcome IS NULL`. `settled_at IS NULL` would find the same events, but with
   * statistics from a quiet time, the planner would read all waiting events for each recorded attempt.
   */
  record: `WITH r AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::text[])
    AS t (id, invoice_id, attempts, kind, at, reason)
), repeated AS (
  UPDATE outbox o SET attempts = o.attempts + 1, next_at = r.at, reason = r.reason, leased_by = NULL
  FROM r WHERE r.kind = 'retry' AND o.id = r.id AND o.attempts = r.attempts AND o.leased_by = $8::text AND o.outcome IS NULL
), ended AS (
  UPDATE outbox o SET attempts = o.attempts + 1, settled_at = $7::bigint, outcome = r.kind, reason = r.reason, leased_by = NULL
  FROM r WHERE r.kind <> 'retry' AND o.id = r.id AND o.outcome IS NULL AND (r.kind <> 'dead' OR o.leased_by = $8::text)
)
UPDATE outbox o SET settled_at = $7::bigint, outcome = 'gone', leased_by = NULL
FROM r WHERE r.kind = 'gone' AND o.invoice_id = r.invoice_id AND (o.outcome IS NULL OR o.outcome = 'dead')
  AND NOT EXISTS (SELECT 1 FROM r same WHERE same.id = o.id)`,
  /**
   * Updates the health of endpoints after attempts. A failure long after the previous one starts a new series, unless the
   * endpoint is disabled. Every server locks rows in the same order, that of the sorted input, so that they do not deadlock.
   */
  changeEndpoints: `INSERT INTO callback_endpoints AS e (account_id, host, failing_since, failed_at, disabled_at)
SELECT r.account_id, r.host, CASE WHEN r.change = 'healed' THEN NULL ELSE $4::bigint END, $4::bigint,
  CASE WHEN r.change = 'disabled' THEN $4::bigint END
FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS r (account_id, host, change, place) ORDER BY r.place
ON CONFLICT (account_id, host) DO UPDATE SET
  failing_since = CASE WHEN EXCLUDED.failing_since IS NULL THEN NULL
    WHEN e.disabled_at IS NULL AND e.failed_at < $5::bigint THEN EXCLUDED.failing_since
    ELSE coalesce(e.failing_since, EXCLUDED.failing_since) END,
  failed_at = EXCLUDED.failed_at,
  disabled_at = CASE WHEN EXCLUDED.failing_since IS NULL THEN NULL ELSE coalesce(e.disabled_at, EXCLUDED.disabled_at) END`,
  selectDisabled: `SELECT account_id AS "accountId", host, failing_since AS "failingSince", disabled_at AS "disabledAt" FROM callback_endpoints
WHERE disabled_at IS NOT NULL AND account_id = coalesce($1::text, account_id) ORDER BY disabled_at DESC LIMIT $2::bigint`,
  enableEndpoint: `UPDATE callback_endpoints SET failing_since = NULL, disabled_at = NULL
WHERE account_id = $1 AND host = $2 AND disabled_at IS NOT NULL RETURNING 1 AS one`,
  forgetEndpoints: `DELETE FROM callback_endpoints WHERE (account_id, host) IN (
  SELECT account_id, host FROM callback_endpoints WHERE failed_at <= $1 ORDER BY failed_at LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING 1 AS one`,
  release: `UPDATE outbox o SET next_at = $3::bigint, leased_by = NULL FROM unnest($1::text[], $2::bigint[]) AS r (id, lease_end)
WHERE o.id = r.id AND o.next_at = r.lease_end AND o.leased_by = $4::text AND o.outcome IS NULL`,
  /** Finds the hosts with the help of the index, one after another, without reading every event. */
  selectHosts: `WITH RECURSIVE hosts (host) AS (
  SELECT min(host) FROM outbox WHERE settled_at IS NULL
  UNION ALL
  SELECT (SELECT min(o.host) FROM outbox o WHERE o.settled_at IS NULL AND o.host > hosts.host) FROM hosts WHERE host IS NOT NULL
)
SELECT host, (SELECT min(o.next_at) FROM outbox o WHERE o.settled_at IS NULL AND o.host = hosts.host) AS "nextAt"
FROM hosts WHERE host IS NOT NULL`,
  selectDead: `SELECT id, invoice_id AS "invoiceId", account_id AS "accountId", sequence, host, attempts, created_at AS "createdAt",
  settled_at AS "diedAt", reason
FROM outbox WHERE outcome = 'dead' AND settled_at IS NOT NULL AND account_id = coalesce($1::text, account_id)
ORDER BY settled_at DESC LIMIT $2::bigint`,
  revive: `UPDATE outbox SET settled_at = NULL, outcome = NULL, attempts = 0, next_at = $1
WHERE id = $2 AND outcome = 'dead' RETURNING 1 AS one`,
  forget: `DELETE FROM outbox WHERE id IN (
  SELECT id FROM outbox WHERE outcome = $1 AND settled_at IS NOT NULL AND settled_at <= $2
  ORDER BY settled_at LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING 1 AS one`,
});
