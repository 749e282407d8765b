import type { Database } from 'better-sqlite3';

/** Marks the file as ours (`PRAGMA application_id`): "PIvT". */
const APPLICATION_ID = 0x50497654;

/** One step a version; steps are never edited, only added. */
const MIGRATIONS: readonly string[] = [
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
];

/**
 * Brings the tables to the newest version, in one transaction.
 * @throws Error saying in a sentence that the file is not ours, or is of a newer release
 */
export function migrateDatabase(db: Database): void {
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }));
    const owner = Number(db.pragma('application_id', { simple: true }));
    const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (owner !== APPLICATION_ID && !isEmpty) throw new Error('it is the database of another program');
    if (version > MIGRATIONS.length) throw new Error('it was written by a newer release of this server');
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
  }).immediate();
}
