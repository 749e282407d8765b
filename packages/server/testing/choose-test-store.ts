import { join } from 'node:path';
import Database from 'better-sqlite3';
import { databaseFile, type StoreSettings } from '../src/store/open-store.ts';
import { makeTestDatabase, runIn } from './postgres/make-test-database.ts';
import { makeTestDirectory } from './start-test-server.ts';

/** The kinds of store that tests run on. */
export const storeKinds = ['SQLite', 'PostgreSQL'] as const;

/** A kind of store. */
export type StoreKind = (typeof storeKinds)[number];

/** A database for one test. */
export interface TestDatabase {
  settings: StoreSettings;
  /** Reads or changes rows without the store, by a statement that both databases understand. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare the rows whole
  query(sql: string): Promise<any[]>;
}

/** Makes a database for one test. Skips the test, with the reason, when PostgreSQL is not available. */
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
