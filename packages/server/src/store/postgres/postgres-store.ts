import { randomBytes } from 'node:crypto';
import type { DescribeEvent } from '@payment-invoice/kit/callbacks';
import { reuseCheck, type Store } from '../store.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { openConnections } from './connections.ts';
import { postgresAccounts } from './postgres-accounts.ts';
import { postgresDeliveries } from './postgres-deliveries.ts';
import { postgresHistory } from './postgres-history.ts';
import { postgresInvoices } from './postgres-invoices.ts';
import { followServerTime, postgresShared } from './postgres-shared.ts';
import { placeOf, prepareDatabase } from './prepare-database.ts';
import type { Statement } from './sender.ts';
import { keepServerRegister } from './server-register.ts';

const look: Statement = {
  name: 'look',
  text: "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS standby",
};

/** Opens the store in a database, which several servers may share. Throws a StartError if it cannot be used. */
export async function openPostgresStore(
  url: string,
  describeEvent: DescribeEvent,
  wanted: { mustExist?: boolean; isForMoney?: boolean } = {},
): Promise<Store> {
  await prepareDatabase(url, wanted);
  const db = openConnections(url);
  const server = `srv_${randomBytes(10).toString('hex')}`;
  const register = keepServerRegister(db, server);
  const time = await followServerTime(db).catch(async (error) => {
    await db.close();
    throw error;
  });
  const listeners: ((host: string) => void)[] = [];
  const announce = (host: string) => {
    for (const listener of listeners) listener(host);
  };
  const check = async () => {
    const [found] = await db.run<{ standby: boolean }>(look);
    if (!found || found.standby) throw new StoreUnavailableError('The database is a standby.');
    // Uses a write for the check, because a database with a full disk can still be read.
    if (register.hasEntered()) await register.signal();
  };
  return {
    ...postgresInvoices(db, describeEvent, announce),
    ...postgresDeliveries(db, server),
    ...postgresAccounts(db),
    ...postgresHistory(db, announce),
    ...postgresShared(db, placeOf(url), time, register),
    onEvent: (listener) => void listeners.push(listener),
    check: reuseCheck(check),
    close: async () => {
      time.stop();
      await register.leave().catch(() => undefined);
      await db.close();
    },
  };
}
