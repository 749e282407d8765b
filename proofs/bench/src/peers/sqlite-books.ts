import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  account,
  type Books,
  type CreateBody,
  columns,
  describeRow,
  hashOf,
  hashOfToken,
  type InvoiceRow,
  makeRow,
} from './work.ts';

/** Opens a new SQLite database for a peer. If `durable` is true, each response waits until its commit is on the disk. */
export function openSqliteBooks(directory: string, durable: boolean, token: string): Books {
  const db = new Database(join(directory, 'peer.db'));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  db.exec(`
    CREATE TABLE tokens (hash BLOB PRIMARY KEY, account TEXT NOT NULL) STRICT;
    CREATE TABLE invoices (id TEXT PRIMARY KEY, account TEXT NOT NULL, cash_tag TEXT NOT NULL, note TEXT NOT NULL UNIQUE,
      cents INTEGER NOT NULL, white_label INTEGER NOT NULL, callback_url TEXT, return_url TEXT, created_at INTEGER NOT NULL) STRICT;
    CREATE TABLE keys (account TEXT, key TEXT, fingerprint BLOB NOT NULL, response TEXT NOT NULL, PRIMARY KEY (account, key)) STRICT`);
  db.prepare('INSERT INTO tokens VALUES (?, ?)').run(hashOf(token), account);
  const selectAccount = db.prepare<[Buffer], string>('SELECT account FROM tokens WHERE hash = ?').pluck();
  const selectInvoice = db.prepare<[string], InvoiceRow>('SELECT * FROM invoices WHERE id = ?');
  const insertInvoice = db.prepare(`INSERT INTO invoices VALUES (${columns.map(() => '?').join(', ')})`);
  const selectKey = db.prepare<[string, string], { fingerprint: Buffer; response: string }>(
    'SELECT fingerprint, response FROM keys WHERE account = ? AND key = ?',
  );
  const insertKey = db.prepare('INSERT INTO keys VALUES (?, ?, ?, ?)');
  const insert = (account: string, body: CreateBody) => {
    const row = makeRow(account, body);
    insertInvoice.run(...columns.map((name) => row[name]));
    return describeRow(row);
  };
  const insertOnce = db.transaction((account: string, body: CreateBody, key: string) => {
    const fingerprint = hashOf(JSON.stringify(body));
    const kept = selectKey.get(account, key);
    if (kept) return kept.fingerprint.equals(fingerprint) ? (JSON.parse(kept.response) as object) : undefined;
    const response = insert(account, body);
    insertKey.run(account, key, fingerprint, JSON.stringify(response));
    return response;
  });
  return {
    authenticate(authorization) {
      const hash = hashOfToken(authorization);
      return hash && selectAccount.get(hash);
    },
    create: (account, body, key) => (key === undefined ? insert(account, body) : insertOnce(account, body, key)),
    fetch(account, invoiceId) {
      const row = selectInvoice.get(invoiceId);
      return row?.account === account ? describeRow(row) : undefined;
    },
  };
}
