/** Tests database failures when a server starts and while it runs. The tests have their own PostgreSQL, because they stop it. */

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { useOwnPostgres } from '../../../testing/postgres/own-postgres.ts';
import { runCommand } from '../../../testing/process/start-child.ts';
import type { Postgres } from '../../../testing/start-postgres.ts';
import { liveSettings, makeTestDirectory, startTestServer } from '../../../testing/start-test-server.ts';
import { StartError } from '../../errors/start-error.ts';

const { findPostgres } = useOwnPostgres();

async function makeDatabase(context: TestContext): Promise<{ postgres: Postgres; url: string; name: string }> {
  const postgres = findPostgres(context);
  const name = `test_${context.task.id.replaceAll(/\W/g, '_')}`;
  await postgres.createDatabase(name);
  return { postgres, url: postgres.urlOf(name), name };
}

describe('a server that runs', () => {
  const state = async (baseUrl: string) => (await fetch(`${baseUrl}/readyz`)).status;

  test('refuses changes while the database is stopped, and continues when it is back', async (context) => {
    const { postgres, url } = await makeDatabase(context);
    const server = await startTestServer({ databaseUrl: url });
    const { id } = await server.create();
    await postgres.stop('immediate');
    const refused = await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 });
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
    expect(JSON.stringify(refused.json)).not.toMatch(/postgres|database|ECONN/i);
    expect(await state(server.baseUrl)).toBe(503);
    await postgres.start();
    expect(await server.fetch(id)).toMatchObject({ id, status: 'PENDING' });
    expect((await server.create()).status).toBe('PENDING');
    expect(await state(server.baseUrl)).toBe(200);
    expect(server.log.join('')).not.toContain(new URL(url).password);
  });

  test('refuses soon if the database does not respond, however many requests wait', async (context) => {
    const { postgres, url } = await makeDatabase(context);
    const server = await startTestServer({ databaseUrl: url });
    const { id } = await server.create();
    postgres.signal('SIGSTOP');
    onTestFinished(() => postgres.signal('SIGCONT'));
    const begun = performance.now();
    const took = await Promise.all(
      Array.from({ length: 100 }, async () => {
        expect((await server.post('/api/v1/payments/fetch', { invoiceId: id })).status).toBe(503);
        return performance.now() - begun;
      }),
    );
    // The last request waits only as long as the first. Two time-outs one after the other would take twice as long.
    expect(Math.max(...took)).toBeLessThan(1.9 * Math.min(...took));
    postgres.signal('SIGCONT');
    await expect.poll(async () => (await server.post('/api/v1/payments/fetch', { invoiceId: id })).status).toBe(200);
  });

  test('accepts no changes while its database is a standby, and continues after its promotion', async (context) => {
    const { postgres, url } = await makeDatabase(context);
    const server = await startTestServer({ databaseUrl: url });
    const { id } = await server.create();
    await postgres.stop();
    writeFileSync(join(postgres.data, 'standby.signal'), '');
    await postgres.start();
    expect(await state(server.baseUrl)).toBe(503);
    expect((await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 })).status).toBe(503);
    expect(await refusal(url)).toMatch(/it is a standby, which accepts no writes\. Set DATABASE_URL to the primary\.$/);
    await postgres.query('SELECT pg_promote()');
    await expect.poll(() => state(server.baseUrl)).toBe(200);
    expect(await server.fetch(id)).toMatchObject({ id });
    expect((await server.create()).status).toBe('PENDING');
  });
});

describe('a server whose connections are limited', () => {
  const makeGuest = async (context: TestContext, most: number) => {
    const { postgres, url, name } = await makeDatabase(context);
    const guest = `guest_${name}`;
    await postgres.query(`CREATE ROLE ${guest} LOGIN PASSWORD 'guest-password' CONNECTION LIMIT ${most}`);
    await postgres.query(`ALTER DATABASE ${name} OWNER TO ${guest}; ALTER SCHEMA public OWNER TO ${guest}`, name);
    return { postgres, name, guest, url: Object.assign(new URL(url), { username: guest, password: 'guest-password' }).href };
  };

  test('says at its start if it may open fewer than it uses', async (context) => {
    const { postgres, name, guest, url } = await makeGuest(context, 3);
    expect(await refusal(url)).toMatch(/may have 3 connections to it, but each server keeps 4.* `ALTER ROLE guest_.* LIMIT -1`/);
    await postgres.query(`ALTER ROLE ${guest} CONNECTION LIMIT -1; ALTER DATABASE ${name} CONNECTION LIMIT 2`);
    expect(await refusal(url)).toMatch(/everybody together may have 2 connections to it.* `ALTER DATABASE test_.* LIMIT -1`/);
    await postgres.query(`ALTER DATABASE ${name} CONNECTION LIMIT 4`);
    await (await startTestServer({ databaseUrl: url })).close();
  });

  test('works with those that it can open, and is ready as long as it can write', async (context) => {
    const { postgres, guest, url } = await makeGuest(context, 5);
    const server = await startTestServer({ databaseUrl: url });
    const create = async () => (await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 })).status;
    const createMany = async () => new Set(await Promise.all(Array.from({ length: 32 }, create)));
    const ready = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
    const end = () => postgres.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${guest}'`);
    await postgres.query(`ALTER ROLE ${guest} CONNECTION LIMIT 1`);
    await end();
    await expect.poll(create).toBe(200);
    expect(await createMany()).toEqual(new Set([200]));
    expect(await ready()).toBe(200);
    await postgres.query(`ALTER ROLE ${guest} CONNECTION LIMIT 0`);
    await end();
    await expect.poll(create).toBe(503);
    expect(await createMany()).toEqual(new Set([503]));
    await expect.poll(ready).toBe(503);
    await postgres.query(`ALTER ROLE ${guest} CONNECTION LIMIT 5`);
    await expect.poll(create).toBe(200);
    expect(await ready()).toBe(200);
  });
});

describe('a server that starts', () => {
  test('says in a sentence what is wrong with the database, and not the password', async (context) => {
    const { postgres, url, name } = await makeDatabase(context);
    const change = (parts: Partial<URL>) => Object.assign(new URL(url), parts).href;
    const closed = createServer();
    const port = await listen(closed);
    closed.close();
    expect(await startCommand(change({ port: String(port) }))).toMatch(/nothing responds there\. Start it, or set DATABASE_URL/);
    expect(await refusal(change({ hostname: 'nowhere.invalid' }))).toMatch(/no machine has this name/);
    expect(await refusal(change({ password: 'wrong-password' }))).toMatch(/does not let the user postgres in with this password/);
    expect(await refusal(change({ pathname: '/nothing' }))).toMatch(/no database has this name\. Create it with `createdb`/);
    await postgres.query('CREATE TABLE mine (id integer)', name);
    expect(await refusal(url)).toMatch(/it holds tables of another program\. Set DATABASE_URL to an empty one/);
    await postgres.query("DROP TABLE mine; CREATE ROLE guest LOGIN PASSWORD 'guest-password'", name);
    const guest = change({ username: 'guest', password: 'guest-password' });
    expect(await refusal(guest)).toMatch(/the user guest may not create tables there/);
  });

  test.each(['prefer', 'require', 'verify-ca', 'verify-full'])('prints only that sentence in the mode %s', async (mode) => {
    const port = await listen(createServer((socket) => void socket.once('data', () => socket.end('N'))));
    const url = `postgres://a:secret-password@127.0.0.1:${port}/b?sslmode=${mode}`;
    expect(await startCommand(url)).toMatch(/it offers no TLS\. Set ssl = on there, or leave sslmode out of DATABASE_URL\.$/);
  });

  test('says so if something other than PostgreSQL listens', async () => {
    const port = await listen(createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await refusal(`postgres://a:secret-password@127.0.0.1:${port}/b`)).toMatch(
      /it closed the connection immediately\. Check whether PostgreSQL listens there\.$/,
    );
  });

  test('refuses tables of a newer release, unless they declare that this release can use them', async (context) => {
    const { postgres, url, name } = await makeDatabase(context);
    await (await startTestServer({ databaseUrl: url })).close();
    await postgres.query('UPDATE payment_invoice_schema SET version = 9, readable_from = 1', name);
    await postgres.query('ALTER TABLE invoices ADD COLUMN colour text; ALTER TABLE outbox ADD COLUMN colour text', name);
    const server = await startTestServer({ databaseUrl: url });
    expect((await server.create()).status).toBe('PENDING');
    await server.close();
    expect(await postgres.query('SELECT version FROM payment_invoice_schema', name)).toEqual([{ version: 9 }]);
    await postgres.query('UPDATE payment_invoice_schema SET readable_from = 9', name);
    expect(await refusal(url)).toMatch(/it was written by a newer release of this server\. Start that release or a later one\.$/);
  });

  test('does not start as a live server on a database that confirms commits before they are on disk', async (context) => {
    const { postgres, url, name } = await makeDatabase(context);
    await postgres.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
    await expect(startTestServer({ ...liveSettings, databaseUrl: url })).rejects.toThrow(
      /its synchronous_commit is off, so that a crash would lose payments that were confirmed\. Set it to on/,
    );
    const chosen = new URL(url);
    chosen.searchParams.set('options', '-c synchronous_commit=local');
    await (await startTestServer({ ...liveSettings, databaseUrl: chosen.href })).close();
  });

  test('never stores play money and real money together, whatever its data directory is', async (context) => {
    const { url } = await makeDatabase(context);
    await (await startTestServer({ databaseUrl: url })).close();
    await expect(startTestServer({ ...liveSettings, databaseUrl: url })).rejects.toThrow(
      /^The database .* belongs to a sandbox, whose receipts anyone can make\. Set DATABASE_URL to another one/,
    );
  });
});

/** Starts a server that is expected not to start. Returns the message of its error. */
async function refusal(databaseUrl: string): Promise<string> {
  const starting = startTestServer({ databaseUrl });
  await expect(starting).rejects.toBeInstanceOf(StartError);
  const { message } = (await starting.catch((error) => error)) as Error;
  expect(message).not.toContain(new URL(databaseUrl).password);
  return message;
}

/** Runs the command, which is expected to exit with code 1. Returns the sentence that it prints. */
async function startCommand(url: string): Promise<string> {
  const env = { PORT: '0', DATA_DIR: makeTestDirectory(), DATABASE_URL: url };
  const { code, err } = await runCommand('server.ts', ['--json'], env);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).not.toContain(new URL(url).password);
  expect(code).toBe(1);
  return err.trimEnd();
}
