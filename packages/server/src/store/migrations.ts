import type { Database } from 'better-sqlite3';

/** The migrations, one for each version of the file. Existing migrations are never edited; new ones are added at the end. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE invoices (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    cash_tag TEXT NOT NULL,
    note TEXT NOT NULL UNIQUE,
    amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
    is_white_label INTEGER NOT NULL CHECK (is_white_label IN (0, 1)),
    callback_url TEXT,
    return_url TEXT,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'UNDER_PAID', 'PAID', 'FAILED', 'EXPIRED')),
    receipt_id TEXT,
    paid_cents INTEGER CHECK (paid_cents >= 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE receipts (
    receipt_id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
    payment_status TEXT NOT NULL CHECK (payment_status IN ('completed', 'failed', 'reversed')),
    paid_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX receipts_by_invoice ON receipts (invoice_id);
  `,
  `
  ALTER TABLE accounts ADD COLUMN mode TEXT NOT NULL DEFAULT 'test' CHECK (mode IN ('test', 'live'));
  ALTER TABLE accounts ADD COLUMN name TEXT;
  ALTER TABLE accounts ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE new_tokens (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    scopes TEXT NOT NULL,
    label TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_tokens
    SELECT hash, 'tok_' || lower(hex(randomblob(13))), account_id, 'invoices:write receipts:write invoices:read', NULL, 0, NULL, NULL
    FROM tokens;
  DROP TABLE tokens;
  ALTER TABLE new_tokens RENAME TO tokens;
  CREATE INDEX tokens_by_account ON tokens (account_id);

  -- Secrets that sign callbacks, sealed with a key that is not in this file.
  CREATE TABLE callback_secrets (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX callback_secrets_by_account ON callback_secrets (account_id);

  ALTER TABLE invoices ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0 CHECK (sequence >= 0);
  CREATE INDEX open_invoices_by_expiry ON invoices (expires_at) WHERE status IN ('PENDING', 'UNDER_PAID');

  -- One row for each change of an invoice with a callback URL, written with the change. settled_at: its delivery is over.
  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    sequence INTEGER NOT NULL CHECK (sequence >= 1),
    url TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER,
    UNIQUE (invoice_id, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_unsettled ON outbox (created_at) WHERE settled_at IS NULL;

  CREATE TABLE idempotency_keys (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    answer BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, operation, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

  -- Counting millions of rows would hold up every request, so the counts are kept.
  CREATE TABLE invoice_counts (
    status TEXT PRIMARY KEY,
    invoices INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO invoice_counts VALUES ('PENDING', 0), ('UNDER_PAID', 0), ('PAID', 0), ('FAILED', 0), ('EXPIRED', 0);
  UPDATE invoice_counts SET invoices = (SELECT count(*) FROM invoices WHERE invoices.status = invoice_counts.status);
  CREATE TRIGGER count_new_invoice AFTER INSERT ON invoices BEGIN
    UPDATE invoice_counts SET invoices = invoices + 1 WHERE status = NEW.status;
  END;
  CREATE TRIGGER count_changed_invoice AFTER UPDATE OF status ON invoices WHEN OLD.status <> NEW.status BEGIN
    UPDATE invoice_counts SET invoices = invoices - 1 WHERE status = OLD.status;
    UPDATE invoice_counts SET invoices = invoices + 1 WHERE status = NEW.status;
  END;
  `,
  `
  -- The state of an event's delivery. Each host has a lane of its own, so that the index begins with it. next_at: when the next
  -- attempt is due; while one is under way, when another process may take the event over.
  ALTER TABLE outbox ADD COLUMN host TEXT NOT NULL DEFAULT '';
  ALTER TABLE outbox ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0);
  ALTER TABLE outbox ADD COLUMN next_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN outcome TEXT CHECK (outcome IN ('delivered', 'dead', 'gone'));
  ALTER TABLE outbox ADD COLUMN reason TEXT;
  UPDATE outbox SET next_at = created_at, host = substr(url, instr(url, '://') + 3);
  UPDATE outbox SET host = lower(substr(host, 1, instr(host || '/', '/') - 1));
  DROP INDEX outbox_unsettled;
  CREATE INDEX outbox_due ON outbox (host, next_at, sequence) WHERE settled_at IS NULL;
  CREATE INDEX outbox_settled ON outbox (outcome, settled_at) WHERE settled_at IS NOT NULL;
  `,
  `
  -- One row: sealed with the key of the callback secrets, so that another key is told before there is a secret.
  CREATE TABLE callback_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    proof BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- Receivers that failed and did not succeed since, one for each account and host. disabled_at: each event is attempted once only.
  CREATE TABLE callback_endpoints (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    host TEXT NOT NULL,
    failing_since INTEGER,
    failed_at INTEGER NOT NULL,
    disabled_at INTEGER,
    PRIMARY KEY (account_id, host)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX callback_endpoints_disabled ON callback_endpoints (disabled_at) WHERE disabled_at IS NOT NULL;
  CREATE INDEX callback_endpoints_by_age ON callback_endpoints (failed_at);
  `,
  `
  -- In the order of their age, so that a new key is written behind the newest one: among its neighbours by name each would be in a page
  -- of its own, with their responses.
  CREATE TABLE new_idempotency_keys (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    answer BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, operation, key)
  ) STRICT;
  INSERT INTO new_idempotency_keys (account_id, operation, key, fingerprint, answer, created_at)
    SELECT account_id, operation, key, fingerprint, answer, created_at FROM idempotency_keys ORDER BY created_at;
  DROP TABLE idempotency_keys;
  ALTER TABLE new_idempotency_keys RENAME TO idempotency_keys;
  `,
];

/** The `PRAGMA application_id` that marks a file as a database of this server: "PIvT". */
const applicationId = 0x50497654;

/** Thrown if the file was written by a newer release. */
export class NewerFileError extends Error {}

/** Migrates the tables in one transaction. Throws a NewerFileError, or an Error if the file does not belong to this server. */
export function migrateDatabase(db: Database, steps = migrations): void {
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }));
    const owner = Number(db.pragma('application_id', { simple: true }));
    const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (owner !== applicationId && !isEmpty) throw new Error('it is the database of another program');
    if (version > steps.length) throw new NewerFileError('it was written by a newer release of this server');
    // Writes nothing if nothing has to change, so that a server with a full disk can still respond to fetches.
    if (version === steps.length && owner === applicationId) return;
    for (const step of steps.slice(version)) db.exec(step);
    db.pragma(`user_version = ${steps.length}`);
    db.pragma(`application_id = ${applicationId}`);
  }).immediate();
}
