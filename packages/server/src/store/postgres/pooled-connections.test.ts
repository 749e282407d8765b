/** Tests a database behind a pooler. The pooler may run each transaction on another connection. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { makeTestDatabase, runIn, sketchInvoice, startTime } from '../../../testing/open-test-store.ts';
import { openNetwork } from '../../../testing/postgres/open-network.ts';
import { findDatabaseUrlViolation } from '../../settings/read-secrets.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { clientConfig } from './client-config.ts';
import { openConnections } from './connections.ts';
import { translateDatabaseError } from './database-error.ts';
import { openPostgresStore } from './postgres-store.ts';
import type { Statement } from './sender.ts';

const describeEvent = createEventDescriber(randomBytes, () => 'https://pay.example');

/** Opens a store, uses it, and returns the names of the statements that it prepared. */
async function namesPrepared(search: string): Promise<Set<string>> {
  const url = new URL(await makeTestDatabase());
  const names = new Set<string>();
  const network = await openNetwork(new URL(url), (name, text) => {
    names.add(name);
    return text;
  });
  onTestFinished(network.close);
  Object.assign(url, { port: String(network.port), search });
  const store = await openPostgresStore(url.href, describeEvent);
  onTestFinished(() => store.close());
  await store.createAccount({ id: 'acc_1', mode: 'test', name: null, createdAt: startTime });
  const invoice = sketchInvoice();
  expect(await store.createInvoice(invoice)).toEqual({ kind: 'created' });
  expect(await store.readInvoice('acc_1', invoice.id, startTime)).toEqual(invoice);
  return names;
}

test('with pgbouncer=true a connection keeps no settings and no prepared statements', async () => {
  expect(await namesPrepared('?pgbouncer=true')).toEqual(new Set(['']));
  expect(clientConfig('postgres://a@b/c?pgbouncer=true').options).toBe(undefined);
  expect([...(await namesPrepared(''))]).toContain('create');
  expect(clientConfig('postgres://a@b/c').options).toContain('statement_timeout=');
});

test('with pgbouncer=true a connection sends one statement at a time', async () => {
  const url = await makeTestDatabase();
  const sleep: Statement = { name: 'sleep', text: 'SELECT pg_backend_pid() AS pid, pg_sleep(0.05)' };
  const connectionsOf = async (search: string) => {
    const db = openConnections(url + search);
    const rows = await Promise.all(Array.from({ length: 8 }, () => db.run<{ pid: number }>(sleep)));
    await db.close();
    return new Set(rows.map(([row]) => row?.pid)).size;
  };
  expect(await connectionsOf('?pgbouncer=true')).toBe(8);
  // Without a pooler, statements are sent over four connections without waiting for each other.
  expect(await connectionsOf('')).toBe(4);
});

test('a value that is neither true nor false is rejected', () => {
  expect(findDatabaseUrlViolation('postgres://a@b/c?pgbouncer=yes')).toMatch(/^DATABASE_URL sets pgbouncer to something/);
  expect(findDatabaseUrlViolation('postgres://a@b/c?pgbouncer=true')).toBe(undefined);
});

test('without it, an operator is told what to set', async () => {
  // The error that occurs if a connection does not know a prepared statement.
  const unknown = await runIn(await makeTestDatabase(), 'EXECUTE create_invoice').catch((error) => error);
  const translated = translateDatabaseError(unknown);
  expect(translated).toBeInstanceOf(StoreUnavailableError);
  expect(String(translated)).toMatch(/keeps no prepared statements: add pgbouncer=true to DATABASE_URL\.$/);

  const pooler = createServer((socket) => {
    const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0');
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    socket.once('data', () => socket.end(Buffer.concat([head, fields]))).on('error', () => undefined);
  });
  const port = await listen(pooler);
  await expect(openPostgresStore(`postgres://a@127.0.0.1:${port}/b`, describeEvent)).rejects.toThrow(
    /accepts no connection settings\. Add pgbouncer=true to DATABASE_URL\.$/,
  );
});
