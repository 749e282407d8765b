import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { readCreate } from '@payment-invoice/kit/invoices';
import { createInvoice, decideReceipt, type Invoice } from '@payment-invoice/kit/lifecycle';
import Database from 'better-sqlite3';
import { inject, onTestFinished, TestRunner } from 'vitest';
import { databaseFile, openStore, type StoreSettings } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { type Cluster, templateDatabase } from './postgres/serve-cluster.ts';
import { useClient } from './start-postgres.ts';
import { makeTestDirectory } from './start-test-server.ts';

/** The time at which tests of the store begin, in milliseconds since 1970. */
export const startTime = Date.parse('2026-11-21T10:00:00.000Z');

/** A store for one test, with the accounts `acc_1` and `acc_2`. */
export interface TestStore extends TestDatabase {
  store: Store;
  /** Opens a second store in the same database, as another server would. */
  openAnother(): Promise<Store>;
}

/** Opens a store. When the test ends, it is closed and its data deleted. */
export async function openTestStore(kind: StoreKind = 'SQLite'): Promise<TestStore> {
  const database = await chooseTestStore(kind);
  const openAnother = () => openUntilEnd(database.settings);
  const store = await openAnother();
  await createTestAccounts(store);
  return { ...database, store, openAnother };
}

/** Opens a store in a file, and a second connection to the same file, as an operator's tool would. */
export async function openFileStore(): Promise<{ store: Store; file: string; other: Database.Database }> {
  const dataDir = makeTestDirectory();
  const file = join(dataDir, 'payments.db');
  const store = await openUntilEnd({ dataDir });
  const other = new Database(file);
  onTestFinished(() => void other.close());
  await createTestAccounts(store);
  return { store, file, other };
}

async function openUntilEnd(settings: StoreSettings): Promise<Store> {
  const store = await openStore(
    settings,
    createEventDescriber(randomBytes, () => 'https://pay.example'),
  );
  onTestFinished(() => store.close());
  return store;
}

async function createTestAccounts(store: Store): Promise<void> {
  for (const id of ['acc_1', 'acc_2']) await store.createAccount({ id, mode: 'test', name: null, createdAt: startTime });
}

/** Makes an invoice for 10.00 with a callback URL. */
export function sketchInvoice(change: Partial<Invoice> = {}): Invoice {
  const request = { ...readCreate('acc_1', exampleCreate), amount: 1000, callbackUrl: 'https://shop.example/cb' };
  return { ...createInvoice(request, startTime, randomBytes, 60_000), ...change };
}

/** Commits a payment of `amount` cents with a made-up receipt, by default a new one. */
export function payCents(
  store: Store,
  { id, accountId, cashTag, note }: Invoice,
  amount: number,
  { paidAt = startTime, receiptId = randomBytes(8).toString('hex') } = {},
) {
  const receipt = { receiptId, cashTag, note, amount, currency: 'USD', paymentStatus: 'completed', paidAt } as const;
  const key = { hash: Buffer.from(receiptId), receiptId };
  return store.applyReceipt(accountId, id, key, receipt, paidAt, (facts) => decideReceipt(facts, receipt));
}

/** The kinds of store with which tests are run. */
export const storeKinds = ['SQLite', 'PostgreSQL'] as const;

export type StoreKind = (typeof storeKinds)[number];

interface TestDatabase {
  settings: StoreSettings;
  /** Reads or changes rows directly. The statement must be valid in both databases. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole rows
  query(sql: string): Promise<any[]>;
}

/** Makes a database for a test. If PostgreSQL is not available, skips the test with the reason. */
export async function chooseTestStore(kind: StoreKind): Promise<TestDatabase> {
  const dataDir = makeTestDirectory();
  if (kind === 'PostgreSQL') {
    const databaseUrl = await makeTestDatabase();
    return { settings: { dataDir, databaseUrl }, query: (sql) => runIn(databaseUrl, sql) };
  }
  return { settings: { dataDir }, query: async (sql) => queryFile(join(dataDir, databaseFile), sql) };
}

function queryFile(file: string, sql: string): unknown[] {
  const db = new Database(file, { fileMustExist: true });
  try {
    const statement = db.prepare(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    db.close();
  }
}

let known: Promise<Cluster> | undefined;

/** Finds the PostgreSQL server for tests: the one at TEST_DATABASE_URL, otherwise the one of this test run. */
export function findCluster(): Promise<Cluster> {
  known ??= readCluster();
  return known;
}

/** Makes a database for a test, by default with tables. Returns its URL, or skips the test if PostgreSQL is not available. */
export async function makeTestDatabase(isEmpty = false): Promise<string> {
  const cluster = await findCluster();
  if ('missing' in cluster) {
    TestRunner.getCurrentTest()?.context.skip(cluster.missing);
    throw new Error(cluster.missing);
  }
  const name = `payment_invoice_test_${randomBytes(6).toString('hex')}`;
  const isOurs = process.env.TEST_DATABASE_URL === undefined;
  // Copies the files of the template. Without fsync, that takes half the time of a copy through the log.
  const copied = isOurs ? 'STRATEGY FILE_COPY' : '';
  const template = isEmpty || !isOurs ? 'template0' : templateDatabase;
  await runIn(cluster.url, `CREATE DATABASE "${name}" TEMPLATE ${template} ${copied}`);
  // The test run's own server is deleted with all its databases, so a database is dropped only if it is on another server.
  if (!isOurs) onTestFinished(() => runIn(cluster.url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`).then(() => undefined));
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement on a new connection, and returns the rows. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare whole rows
export function runIn(url: string, sql: string, values: unknown[] = []): Promise<any[]> {
  return useClient(url, async (client) => (await client.query(sql, values)).rows);
}

async function readCluster(): Promise<Cluster> {
  if (process.env.TEST_DATABASE_URL !== undefined) return { url: process.env.TEST_DATABASE_URL };
  const response = await fetch(`http://127.0.0.1:${inject('postgresPort')}/`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Cluster;
}
