import { statSync } from 'node:fs';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { createPlaceCheck } from './check-place.ts';
import { openDatabase } from './open-database.ts';
import { createSharedRead } from './shared-read.ts';
import { sqliteAccounts } from './sqlite-accounts.ts';
import { sqliteDeliveries } from './sqlite-deliveries.ts';
import { sqliteHistory } from './sqlite-history.ts';
import { sqliteInvoices } from './sqlite-invoices.ts';
import { sqliteShared } from './sqlite-shared.ts';
import type { Store } from './store.ts';
import { createWriteProbe } from './write-probe.ts';
import { createWriteQueue } from './write-queue.ts';

/**
 * Opens the store in one SQLite file.
 * @throws StartError when the file cannot be used
 */
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
  const probe = createWriteProbe(db, writes, place.now);
  return {
    ...sqliteInvoices(db, { writes, beginRead, describeEvent, announce }),
    ...sqliteDeliveries(db, writes),
    ...sqliteAccounts(db, writes, beginRead),
    ...sqliteShared(file),
    enterServers: async () => {
      // Not done for an operator's command, because a server may be writing the log.
      if (isLogLeft) writes.distrustLog();
      return 1;
    },
    ...sqliteHistory(db, writes, announce),
    onEvent: (listener) => void listeners.push(listener),
    check: probe,
    close: async () => {
      writes.drain();
      db.close();
    },
  };
}
