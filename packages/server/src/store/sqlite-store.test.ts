import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Decision, decideReceipt, type ReceiptFacts } from '../engine/decide-receipt.ts';
import type { Invoice } from '../engine/invoice.ts';
import type { Receipt } from '../engine/receipt.ts';
import { openTestStore, sketchInvoice, startTime } from '../testing/open-test-store.ts';
import { makeTestDirectory } from '../testing/start-test-server.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { keyLifetime } from './sqlite-invoices.ts';
import type { Store } from './store.ts';

function receiptFor(invoice: Invoice, amount: number): Receipt {
  const { cashTag, note } = invoice;
  const receiptId = randomBytes(8).toString('hex');
  return { receiptId, cashTag, note, amount, currency: 'USD', paymentStatus: 'completed', paidAt: startTime };
}

const apply = (store: Store, invoice: Invoice, receipt: Receipt, now = startTime) =>
  store.applyReceipt(
    invoice.accountId,
    invoice.id,
    { hash: Buffer.from(receipt.receiptId), receiptId: receipt.receiptId },
    receipt,
    now,
    (facts: ReceiptFacts): Decision => decideReceipt(facts, receipt),
  );

/** Commits in the write-ahead log: frames that say how large the database is after them. */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  const starts = Array.from({ length: Math.floor((log.length - 32) / frame) }, (_, index) => 32 + index * frame);
  return starts.filter((start) => log.readUInt32BE(start + 4) > 0).length;
}

describe('the file', () => {
  test('is opened so that an answer means "on disk"', () => {
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

  test('is for its owner only, with its log, whatever its directory is', () => {
    const directory = makeTestDirectory();
    const db = openDatabase(`${directory}/payments.db`);
    onTestFinished(() => void db.close());
    db.exec("INSERT INTO accounts (id) VALUES ('acc_1')");
    const names = readdirSync(directory);
    expect(names).toHaveLength(3);
    for (const name of names) expect([name, statSync(join(directory, name)).mode & 0o077]).toEqual([name, 0]);
  });

  test('of an older release is brought up, with what is in it', () => {
    const file = `${makeTestDirectory()}/payments.db`;
    const old = new Database(file);
    old.exec(migrations[0] ?? '');
    old.pragma(`application_id = ${0x50497654}`);
    old.pragma('user_version = 1');
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

  test('of a newer release is refused, and left as it is', () => {
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
  test('of one turn share a commit, up to 128, and are answered after it', async () => {
    const { store, file, other } = await openTestStore();
    const before = countCommits(file);
    const all = Promise.all(Array.from({ length: 200 }, () => store.createInvoice(sketchInvoice())));
    expect(countCommits(file)).toBe(before);
    for (const creation of await all) expect(creation).toEqual({ kind: 'created' });
    expect(countCommits(file)).toBe(before + 2);
    expect(other.prepare('SELECT count(*) FROM invoices').pluck().get()).toBe(200);
  });

  test('fail alone', async () => {
    const { store } = await openTestStore();
    const [good, bad, alsoGood] = [sketchInvoice(), sketchInvoice({ amount: -1 }), sketchInvoice()];
    const results = await Promise.allSettled([good, bad, alsoGood].map((invoice) => store.createInvoice(invoice)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.readInvoice('acc_1', bad.id, startTime)).toBeUndefined();
    expect(await store.readInvoice('acc_1', alsoGood.id, startTime)).toEqual(alsoGood);
  });

  test('a note that is taken is told', async () => {
    const { store } = await openTestStore();
    const first = sketchInvoice();
    expect(await store.createInvoice(first)).toEqual({ kind: 'created' });
    expect(await store.createInvoice(sketchInvoice({ note: first.note }))).toEqual({ kind: 'taken' });
  });

  test('are refused while another process writes, and go on after it', async () => {
    const { store, other } = await openTestStore();
    other.exec('BEGIN IMMEDIATE');
    const invoice = sketchInvoice();
    await expect(store.createInvoice(invoice)).rejects.toThrow('The database does not respond: SQLITE_BUSY.');
    other.exec('ROLLBACK');
    expect(await store.createInvoice(invoice)).toEqual({ kind: 'created' });
  });

  test('are refused while the file is out of its place, and go on when it is back', async () => {
    const { store, file } = await openTestStore();
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

describe('a change', () => {
  test('is kept with its receipt and its event, which is the invoice as fetch gives it', async () => {
    const { store, other } = await openTestStore();
    const invoice = sketchInvoice();
    await store.createInvoice(invoice);
    await apply(store, invoice, receiptFor(invoice, 400), startTime + 1);
    const paid = await apply(store, invoice, receiptFor(invoice, 600), startTime + 2);
    expect(paid?.invoice).toMatchObject({ status: 'PAID', paidAmount: 1000, sequence: 2 });
    const rows = other.prepare('SELECT * FROM outbox ORDER BY sequence').all() as { id: string; body: Buffer; url: string }[];
    expect(rows.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
      {
        type: 'invoice.under_paid',
        timestamp: '2026-11-21T10:00:00.001Z',
        sequence: 1,
        data: { status: 'UNDER_PAID', paidAmount: 4 },
      },
      { type: 'invoice.paid', timestamp: '2026-11-21T10:00:00.002Z', sequence: 2, data: { status: 'PAID', paidAmount: 10 } },
    ]);
    expect(rows[0]?.url).toBe(invoice.callbackUrl);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    expect(await store.count()).toMatchObject({ invoices: { PENDING: 0, PAID: 1 }, outbox: 2 });
  });

  test('that is undone leaves no event', async () => {
    const { store, other } = await openTestStore();
    const [one, two] = [sketchInvoice(), sketchInvoice()];
    await store.createInvoice(one);
    await store.createInvoice(two);
    const receipt = receiptFor(one, 400);
    await apply(store, one, receipt);
    // A receipt that the table already has: the insert fails after the invoice and the event were written.
    const forced = store.applyReceipt(
      'acc_1',
      two.id,
      { hash: Buffer.from('x'), receiptId: receipt.receiptId },
      receipt,
      startTime,
      () => ({
        kind: 'changed',
        invoice: { ...two, status: 'PAID', sequence: 1 },
      }),
    );
    await expect(forced).rejects.toThrow(/UNIQUE/);
    expect(await store.readInvoice('acc_1', two.id, startTime)).toEqual(two);
    expect(other.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(1);
  });

  test('without a callback URL has no event', async () => {
    const { store, other } = await openTestStore();
    const invoice = sketchInvoice({ callbackUrl: null });
    await store.createInvoice(invoice);
    await apply(store, invoice, receiptFor(invoice, 1000));
    expect(other.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(0);
  });

  test('by expiry comes at the read or the sweep, whichever is first, with one event', async () => {
    const { store, other } = await openTestStore();
    const invoices = [sketchInvoice(), sketchInvoice(), sketchInvoice()];
    for (const invoice of invoices) await store.createInvoice(invoice);
    const end = startTime + 60_000;
    expect(await store.expireDue(end - 1, 10)).toBe(0);
    expect(await store.readInvoice('acc_1', invoices[0]?.id ?? '', end)).toMatchObject({ status: 'EXPIRED', sequence: 1 });
    expect(await store.expireDue(end, 1)).toBe(1);
    expect(await store.expireDue(end, 10)).toBe(1);
    expect(await store.expireDue(end, 10)).toBe(0);
    expect(other.prepare('SELECT count(*), count(DISTINCT invoice_id) FROM outbox').raw().get()).toEqual([3, 3]);
    expect(await store.count()).toMatchObject({ invoices: { PENDING: 0, EXPIRED: 3 } });
  });
});

describe('an idempotency key', () => {
  const claim = { operation: 'createPayment', key: 'k', fingerprint: Buffer.from('a'), response: Buffer.from('first') };

  test('gives the first answer again, also to those that came at the same time', async () => {
    const { store, other } = await openTestStore();
    const results = await Promise.all([1, 2, 3].map(() => store.createInvoice(sketchInvoice(), claim)));
    const replay = { kind: 'replayed', response: Buffer.from('first') };
    expect(results).toEqual([{ kind: 'created' }, replay, replay]);
    expect(await store.createInvoice(sketchInvoice(), { ...claim, fingerprint: Buffer.from('b') })).toEqual({ kind: 'reused' });
    expect(await store.createInvoice(sketchInvoice({ accountId: 'acc_2' }), claim)).toEqual({ kind: 'created' });
    expect(other.prepare('SELECT count(*) FROM invoices').pluck().get()).toBe(2);
  });

  test('of a create that failed is free', async () => {
    const { store } = await openTestStore();
    await expect(store.createInvoice(sketchInvoice({ amount: -1 }), claim)).rejects.toThrow(/CHECK/);
    expect(await store.createInvoice(sketchInvoice(), claim)).toEqual({ kind: 'created' });
  });

  test('is kept for a day, then forgotten', async () => {
    const { store } = await openTestStore();
    await store.createInvoice(sketchInvoice(), claim);
    const later = (ms: number) => sketchInvoice({ createdAt: startTime + ms });
    expect(await store.createInvoice(later(keyLifetime - 1), claim)).toMatchObject({ kind: 'replayed' });
    expect(await store.forgetKeys(startTime + keyLifetime - 1, 10)).toBe(0);
    expect(await store.createInvoice(later(keyLifetime), claim)).toEqual({ kind: 'created' });
    expect(await store.forgetKeys(startTime + 2 * keyLifetime, 10)).toBe(1);
  });
});
