import { statSync } from 'node:fs';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import type { Database } from 'better-sqlite3';
import { openDatabase } from './open-database.ts';
import { createSharedRead } from './shared-read.ts';
import { sqliteAccounts } from './sqlite-accounts.ts';
import { sqliteDeliveries } from './sqlite-deliveries.ts';
import { sqliteHistory } from './sqlite-history.ts';
import { sqliteInvoices } from './sqlite-invoices.ts';
import { sqliteShared } from './sqlite-shared.ts';
import { reuseCheck, type Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** Opens the store in an SQLite file. Throws a StartError if the file cannot be used. */
export function openSqliteStore(file: string, describeEvent: DescribeEvent): Store {
  const isLogLeft = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const db = openDatabase(file);
  const place = createPlaceCheck(file);
  const writes = createWriteQueue(db, place.now);
  const beginRead = createSharedRead(db, place.often);
  const listeners: ((host: string) => void)[] = [];
  const announce = (host: string) => {
    for (const listener of listeners) listener(host);
  };
  return {
    ...sqliteInvoices(db, { writes, beginRead, describeEvent, announce }),
    ...sqliteDeliveries(db, writes),
    ...sqliteAccounts(db, writes, beginRead),
    ...sqliteShared(file),
    enterServers: async () => {
      // Only servers call this function. A command must not repair the log, because a running server may be using it.
      if (isLogLeft) writes.distrustLog();
      return 1;
    },
    ...sqliteHistory(db, writes, announce),
    onEvent: (listener) => void listeners.push(listener),
    check: createWriteProbe(db, writes, place.now),
    close: async () => {
      writes.drain();
      db.close();
    },
  };
}

/** How long the result of a check is reused for reads, in milliseconds. Checking takes as long as a read. */
const holdsFor = 1;

/**
 * Makes two checks that an opened file is still at its path, because writes to a moved or deleted file would be lost. `now` is
 * for writes. `often` is for reads, and reuses a recent result. Both throw a StoreUnavailableError.
 */
function createPlaceCheck(file: string) {
  const opened = statSync(file);
  let foundAt = Number.NEGATIVE_INFINITY;
  const now = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new StoreUnavailableError(`The database file ${file} is gone. Put it back; no restart is needed.`);
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new StoreUnavailableError(`The database file ${file} was replaced by another one. Restart the server to use it.`);
    foundAt = performance.now();
  };
  return {
    now,
    often: () => {
      if (performance.now() - foundAt > holdsFor) now();
    },
  };
}

/** How long all checks fail after a failed write, in milliseconds. On a full disk, the small write of a check may succeed. */
const wary = 10_000;

/** Makes a check that writes the version number unchanged, because a check that only reads succeeds on a full disk. */
function createWriteProbe(db: Database, writes: WriteQueue, checkPlace: () => void): () => Promise<void> {
  const version = Number(db.pragma('user_version', { simple: true }));
  const touch = () => writes.run(() => void db.pragma(`user_version = ${version}`), 'process');
  const check = reuseCheck(touch);
  return async () => {
    if (!db.open) throw new StoreUnavailableError('The database is closed.');
    checkPlace();
    const failedAt = writes.failedAt() ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - failedAt < wary) throw new StoreUnavailableError('The last write failed.');
    return check();
  };
}
