import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyLifetime } from '@payment-invoice/kit/idempotency';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileStore, sketchInvoice } from '../../testing/open-test-store.ts';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { migrateDatabase, migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';

/** Makes a database with the tables of an earlier version. */
function makeOldDatabase(file: string, version: number): Database.Database {
  const old = new Database(file);
  migrateDatabase(old, migrations.slice(0, version));
  return old;
}

/** Counts the commits in the log. A commit's last frame contains the size of the database; all other frames contain 0. */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  const starts = Array.from({ length: Math.floor((log.length - 32) / frame) }, (_, index) => 32 + index * frame);
  return starts.filter((start) => log.readUInt32BE(start + 4) > 0).length;
}

describe('the file', () => {
  test('is opened so that a commit waits for the disk', () => {
    const file = `${makeTestDirectory()}/payments.db`;
    for (let i = 0; i < 2; i++) {
      const db = openDatabase(file);
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
      const loose = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0";
      expect(db.prepare(`${loose} AND name NOT LIKE 'sqlite_%'`).all()).toEqual([]);
      db.close();
    }
  });

  test('can be read only by its owner, like its log, whatever its directory is', () => {
    const directory = makeTestDirectory();
    const db = openDatabase(`${directory}/payments.db`);
    onTestFinished(() => void db.close());
    db.exec("INSERT INTO accounts (id) VALUES ('acc_1')");
    const names = readdirSync(directory);
    expect(names).toHaveLength(3);
    for (const name of names) expect([name, statSync(join(directory, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('of an older release is migrated with its data', () => {
    const file = `${makeTestDirectory()}/payments.db`;
    const old = makeOldDatabase(file, 1);
    old.exec("INSERT INTO accounts VALUES ('acc_1')");
    old.prepare('INSERT INTO tokens VALUES (?, ?)').run(Buffer.alloc(32, 7), 'acc_1');
    old.exec(`INSERT INTO invoices VALUES ('inv_1', 'acc_1', '$a', 'N', 1000, 0, NULL, NULL, 'PAID', 'r', 1000, 1, 2)`);
    old.close();
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    expect(db.prepare('SELECT mode FROM accounts').pluck().all()).toEqual(['test']);
    expect(db.prepare('SELECT account_id, scopes FROM tokens').all()).toEqual([
      { account_id: 'acc_1', scopes: 'invoices:write receipts:write invoices:read' },
    ]);
    expect(db.prepare('SELECT status, sequence FROM invoices').all()).toEqual([{ status: 'PAID', sequence: 0 }]);
    expect(db.prepare("SELECT invoices FROM invoice_counts WHERE status = 'PAID'").pluck().get()).toBe(1);
    expect(db.pragma('foreign_key_check')).toEqual([]);
  });

  test('of the release before keeps its idempotency keys, the oldest first', () => {
    const file = `${makeTestDirectory()}/payments.db`;
    const before = migrations.findIndex((step) => step.includes('new_idempotency_keys'));
    const old = makeOldDatabase(file, before);
    old.exec("INSERT INTO accounts (id) VALUES ('acc_1')");
    const insert = old.prepare("INSERT INTO idempotency_keys VALUES ('acc_1', 'createPayment', ?, ?, ?, ?)");
    for (const [key, at] of [
      ['a', 30],
      ['b', 10],
      ['c', 20],
    ] as const)
      insert.run(key, Buffer.alloc(32), Buffer.from(key), at);
    old.close();
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    expect(db.prepare('SELECT key, CAST(answer AS TEXT) AS answer FROM idempotency_keys ORDER BY id').all()).toEqual([
      { key: 'b', answer: 'b' },
      { key: 'c', answer: 'c' },
      { key: 'a', answer: 'a' },
    ]);
    expect(db.pragma('foreign_key_check')).toEqual([]);
  });

  test('of a newer release is refused, and stays unchanged', () => {
    const file = `${makeTestDirectory()}/payments.db`;
    openDatabase(file).close();
    const newer = new Database(file);
    newer.pragma(`user_version = ${migrations.length + 1}`);
    newer.close();
    expect(() => openDatabase(file)).toThrow(/it was written by a newer release of this server\. Start that release/);
    const after = new Database(file);
    onTestFinished(() => void after.close());
    expect(after.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
  });
});

describe('writes', () => {
  test('of one turn share a commit, up to 128, and resolve after it', async () => {
    const { store, file, other } = await openFileStore();
    const before = countCommits(file);
    const all = Promise.all(Array.from({ length: 200 }, () => store.createInvoice(sketchInvoice())));
    expect(countCommits(file)).toBe(before);
    for (const creation of await all) expect(creation).toEqual({ kind: 'created' });
    expect(countCommits(file)).toBe(before + 2);
    expect(other.prepare('SELECT count(*) FROM invoices').pluck().get()).toBe(200);
  });

  test('of idempotency keys are deleted in the order in which they were made, whatever the clock said', async () => {
    const { store, other } = await openFileStore();
    const claim = { operation: 'createPayment', fingerprint: Buffer.alloc(32), response: Buffer.from('{}') };
    for (const [key, createdAt] of [
      ['ahead', 5_000],
      ['set-back', 0],
      ['later', 9_000],
    ] as const)
      await store.createInvoice({ ...sketchInvoice(), createdAt }, { ...claim, key });
    const left = () => other.prepare('SELECT key FROM idempotency_keys ORDER BY id').pluck().all();
    expect(await store.forgetKeys(keyLifetime + 4_999, 10)).toBe(0);
    expect(left()).toEqual(['ahead', 'set-back', 'later']);
    expect(await store.forgetKeys(keyLifetime + 5_000, 10)).toBe(2);
    expect(left()).toEqual(['later']);
  });

  test('are refused while another process writes, and succeed after that', async () => {
    const { store, other } = await openFileStore();
    other.exec('BEGIN IMMEDIATE');
    const invoice = sketchInvoice();
    const creating = store.createInvoice(invoice);
    await expect(creating).rejects.toThrow('another process keeps it locked. Stop that process; no restart is needed.');
    other.exec('ROLLBACK');
    expect(await store.createInvoice(invoice)).toEqual({ kind: 'created' });
  });

  test('are refused while the file is missing from its path, and succeed when it is back', async () => {
    const { store, file } = await openFileStore();
    const invoice = sketchInvoice();
    renameSync(file, `${file}.away`);
    await expect(store.createInvoice(invoice)).rejects.toThrow(/is gone. Put it back/);
    await expect(store.check()).rejects.toThrow(/is gone/);
    writeFileSync(file, '');
    await expect(store.createInvoice(invoice)).rejects.toThrow(/was replaced by another one/);
    rmSync(file);
    renameSync(`${file}.away`, file);
    expect(await store.createInvoice(invoice)).toEqual({ kind: 'created' });
    await store.check();
  });
});
