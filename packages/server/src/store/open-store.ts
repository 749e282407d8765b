import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { StartError } from '../errors/start-error.ts';
import type { Store } from './store.ts';

/** The settings that say where a server keeps its data. */
export interface StoreSettings {
  dataDir: string;
  /** The URL of a PostgreSQL database. Without it, the database is a file in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Refuses to make a new database: a mistyped path would then look like a server without accounts. */
  mustExist?: boolean;
  /** False when real money is at stake: a database that could lose a confirmed payment is then refused. */
  isSandbox?: boolean;
}

/** The name of the database file in a data directory. */
export const databaseFile = 'payments.db';

/**
 * Opens the store that the settings choose.
 * @throws StartError with a sentence when it cannot be used
 */
export async function openStore(
  { dataDir, databaseUrl, mustExist = false, isSandbox }: StoreSettings,
  describeEvent: DescribeEvent,
): Promise<Store> {
  // Each store is imported only when it is chosen, so that its driver is not loaded in vain.
  if (databaseUrl === undefined) {
    const file = join(dataDir, databaseFile);
    if (mustExist && !existsSync(file)) {
      throw new StartError(`There is no database ${file}. Set DATA_DIR to the server's data directory.`);
    }
    const { openSqliteStore } = await import('./sqlite-store.ts');
    return openSqliteStore(file, describeEvent);
  }
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  return openPostgresStore(databaseUrl, describeEvent, { mustExist, isForMoney: isSandbox === false });
}

/** Throws instead of describing an event. Commands that change no invoice pass it to the store. */
export const describesNoEvent: DescribeEvent = () => {
  throw new Error('This command changes no invoice.');
};
