import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { StartError } from '../errors/start-error.ts';
import type { Store } from './store.ts';

/** The settings that determine where a server stores its data. */
export interface StoreSettings {
  dataDir: string;
  /** The URL of a PostgreSQL database. If it is missing, the database is a file in `dataDir`. */
  databaseUrl?: string | undefined;
  /** True to throw if the database does not exist. A new one at a mistyped path would look like a server without accounts. */
  mustExist?: boolean;
  /** False if payments are real. A database that could lose a confirmed payment is then refused. */
  isSandbox?: boolean;
}

/** The name of the database file in a data directory. */
export const databaseFile = 'payments.db';

/** Returns the path of the database file in a data directory. Throws a StartError if the file does not exist. */
export function findDatabaseFile(dataDir: string): string {
  const file = join(dataDir, databaseFile);
  if (existsSync(file)) return file;
  throw new StartError(`There is no database ${file}. Set DATA_DIR to the server's data directory.`);
}

/** Opens the PostgreSQL store if the settings have a URL, otherwise the SQLite store. Throws a StartError if this fails. */
export async function openStore(
  { dataDir, databaseUrl, mustExist = false, isSandbox }: StoreSettings,
  describeEvent: DescribeEvent,
): Promise<Store> {
  // Each store is imported only if it is used, so that the driver of the other store is not loaded.
  if (databaseUrl === undefined) {
    const file = mustExist ? findDatabaseFile(dataDir) : join(dataDir, databaseFile);
    const { openSqliteStore } = await import('./sqlite-store.ts');
    return openSqliteStore(file, describeEvent);
  }
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore(databaseUrl, describeEvent, { mustExist, isForMoney: isSandbox === false });
}

/** Throws if it is called. Commands that do not change invoices pass this function to the store. */
export const describesNoEvent: DescribeEvent = () => {
  throw new Error('This command changes no invoice.');
};
