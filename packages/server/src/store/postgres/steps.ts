import { describeMissing, otherOpenStatuses, otherStatuses } from '../find-outdated-tables.ts';
import { allStatuses, columnNames, openStatuses } from '../invoice-row.ts';

export interface Step {
  sql: string;
  /**
   * The oldest release that can use the tables after this migration, given as its number of migrations. If that is lower than
   * this migration's number, older servers can keep running during an upgrade, for example after adding a nullable column.
   */
  readableFrom: number;
}

/**
 * The migrations of the tables, one for each version. Existing migrations are never edited; new ones are added at the end. Ids
 * are compared as bytes. Amounts are in cents, and times in milliseconds since 1970. The tables to which every request writes
 * have no foreign keys, because PostgreSQL would lock the account's row whenever an invoice is created. They do not need any,
 * because receipts and events are written only in the same statement as their invoice.
 */
export const steps: readonly Step[] = [
  {
    readableFrom: 1,
    sql: `
  CREATE TABLE accounts (
    id text COLLATE "C" PRIMARY KEY,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    name text,
    created_at bigint NOT NULL
  );

  CREATE TABLE tokens (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    id text COLLATE "C" NOT NULL UNIQUE,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
    scopes text NOT NULL,
    label text,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint
  );
  CREATE INDEX tokens_by_account ON tokens (account_id);

  -- Secrets that sign callbacks, sealed with a key that is not in this database. Each account has one newest.
  CREATE TABLE callback_secrets (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
    sealed bytea NOT NULL,
    created_at bigint NOT NULL,
    ends_at bigint
  );
  CREATE INDEX callback_secrets_by_account ON callback_secrets (account_id);
  CREATE UNIQUE INDEX callback_secrets_newest ON callback_secrets (account_id) WHERE ends_at IS NULL;

  -- One row: sealed with the key of the callback secrets, so that another key is told before there is a secret.
  CREATE TABLE callback_key (
    id integer PRIMARY KEY CHECK (id = 1),
    proof bytea NOT NULL
  );

  CREATE TABLE invoices (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    cash_tag text NOT NULL,
    note text COLLATE "C" NOT NULL UNIQUE,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    is_white_label smallint NOT NULL CHECK (is_white_label IN (0, 1)),
    callback_url text,
    return_url text,
    status text COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'UNDER_PAID', 'PAID', 'FAILED', 'EXPIRED')),
    receipt_id text COLLATE "C",
    paid_cents bigint CHECK (paid_cents >= 0),
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    sequence integer NOT NULL DEFAULT 0 CHECK (sequence >= 0)
  ) WITH (fillfactor = 85);
  CREATE INDEX open_invoices_by_expiry ON invoices (expires_at) WHERE status IN ('PENDING', 'UNDER_PAID');

  CREATE TABLE receipts (
    receipt_id text COLLATE "C" PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    invoice_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    payment_status text NOT NULL CHECK (payment_status IN ('completed', 'failed', 'reversed')),
    paid_at bigint NOT NULL,
    recorded_at bigint NOT NULL
  );
  CREATE INDEX receipts_by_invoice ON receipts (invoice_id);

  -- One row for each change of an invoice with a callback URL, written with the change. next_at: when the next attempt is due; while
  -- leased_by, a server, makes one: when another server may take the event over. settled_at: its delivery is over.
  CREATE TABLE outbox (
    id text COLLATE "C" PRIMARY KEY,
    invoice_id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    sequence integer NOT NULL CHECK (sequence >= 1),
    host text COLLATE "C" NOT NULL,
    url text NOT NULL,
    body bytea NOT NULL,
    created_at bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at bigint NOT NULL,
    leased_by text COLLATE "C",
    settled_at bigint,
    outcome text COLLATE "C" CHECK (outcome IN ('delivered', 'dead', 'gone')),
    reason text,
    UNIQUE (invoice_id, sequence)
  ) WITH (fillfactor = 70);
  CREATE INDEX outbox_due ON outbox (host, next_at, sequence) WHERE settled_at IS NULL;
  CREATE INDEX outbox_settled ON outbox (outcome, settled_at) WHERE settled_at IS NOT NULL;
  CREATE INDEX outbox_gone ON outbox (invoice_id) WHERE outcome = 'gone';

  CREATE TABLE idempotency_keys (
    account_id text COLLATE "C" NOT NULL,
    operation text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    response bytea NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (account_id, operation, key)
  );
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

  -- How many invoices have come to a status or left it. Each batch adds its rows, so that no two servers wait for one; they are
  -- folded into one a status now and then. The sum is the count.
  CREATE TABLE invoice_counts (
    status text COLLATE "C" NOT NULL,
    invoices bigint NOT NULL
  );

  -- What is counted of a rate limit. A crash of the database empties it, which lets a few requests more through.
  CREATE UNLOGGED TABLE rates (
    key bytea PRIMARY KEY,
    count bigint NOT NULL,
    ends_at bigint NOT NULL
  ) WITH (fillfactor = 50);

  -- Servers that are running: each says so every ten seconds.
  CREATE TABLE servers (
    id text COLLATE "C" PRIMARY KEY,
    seen_at bigint NOT NULL
  );

  -- One row. identity: the token and the key of a sandbox; state: its clock and its switches. move: a copy of an SQLite file into
  -- this database that was begun or completed, and move_source which file that is.
  CREATE TABLE server_info (
    id integer PRIMARY KEY CHECK (id = 1),
    mode text CHECK (mode IN ('sandbox', 'live')),
    identity text,
    state jsonb,
    move text CHECK (move IN ('begun', 'done')),
    move_source text,
    version bigint NOT NULL DEFAULT 0
  );
  INSERT INTO server_info (id) VALUES (1);
  `,
  },
  {
    // Servers of the previous release can still run, and continue to retry events to disabled receivers.
    readableFrom: 1,
    sql: `
  -- Receivers that failed, one for each account and host. failing_since: the first failure since the last success, or null.
  -- disabled_at: each event is attempted once only.
  CREATE TABLE callback_endpoints (
    account_id text COLLATE "C" NOT NULL,
    host text COLLATE "C" NOT NULL,
    failing_since bigint,
    failed_at bigint NOT NULL,
    disabled_at bigint,
    PRIMARY KEY (account_id, host)
  );
  CREATE INDEX callback_endpoints_disabled ON callback_endpoints (disabled_at) WHERE disabled_at IS NOT NULL;
  CREATE INDEX callback_endpoints_by_age ON callback_endpoints (failed_at);
  `,
  },
];

/** Finds what the tables of PostgreSQL lack after all migrations, as `findOutdatedTables` does for SQLite. */
export function findOutdatedSteps(sql = steps.map((step) => step.sql).join('\n')): string[] {
  const missing = columnNames.filter((column) => !new RegExp(`^ +${column} |ADD COLUMN ${column} `, 'm').test(sql));
  const isChecked = lastOf(sql, /CHECK \(status IN \(([^()]+)\)/g) === allStatuses;
  const isIndexed = lastOf(sql, /ON invoices \(expires_at\) WHERE status IN \(([^()]+)\)/g) === openStatuses;
  return [
    ...missing.map(describeMissing),
    !isChecked && `${otherStatuses}: drop it, and ADD CHECK (status IN (${allStatuses})).`,
    !isIndexed && otherOpenStatuses,
  ].filter((difference) => difference !== false);
}

const lastOf = (sql: string, pattern: RegExp): string | undefined => [...sql.matchAll(pattern)].at(-1)?.[1];
