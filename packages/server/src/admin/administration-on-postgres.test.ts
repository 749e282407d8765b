/** Tests the operator's commands on PostgreSQL, where the servers may run on other machines. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { makeTestDatabase, runIn } from '../../testing/open-test-store.ts';
import { liveSettings, makeTestDirectory, postJson, startTestServer } from '../../testing/start-test-server.ts';
import { trailFile } from './keep-trail.ts';
import { runAdmin } from './run-admin.ts';
import { readOperatorCommand, runOperatorCommand } from './run-operator-command.ts';

/** Makes an empty database and a data directory for a test. */
async function openOffice() {
  const databaseUrl = await makeTestDatabase(true);
  const [key, newKey] = [randomBytes(32), randomBytes(32)];
  const env = {
    DATA_DIR: makeTestDirectory(),
    DATABASE_URL: databaseUrl,
    CALLBACK_KEY: key.toString('base64'),
    NEW_CALLBACK_KEY: newKey.toString('base64'),
  };
  return {
    env,
    databaseUrl,
    newKey,
    startLive: (callbackKey = key) => startTestServer({ ...liveSettings, databaseUrl, callbackKey }),
    run: async (...args: string[]) => JSON.parse((await runAdmin([...args, '--json'], env, Date.now())).split('\n')[0] || '{}'),
    oversee: (args: string[], now = Date.now()) => runOperatorCommand(readOperatorCommand(args), env, now),
  };
}

test('a token that is made on one machine works at a server on another, until it is revoked', async () => {
  const { env, run, startLive, databaseUrl } = await openOffice();
  const { account } = await run('account', 'create', '--live', '--name', 'shop');
  const { id, token } = await run('token', 'mint', account);
  const server = await startLive();
  const create = () => postJson(`${server.address}/api/v1/payments/create`, token, exampleCreate);
  expect((await create()).status).toBe(200);
  await run('token', 'revoke', id);
  expect((await create()).status).toBe(401);
  const trail = readFileSync(join(env.DATA_DIR, trailFile), 'utf8');
  expect(trail).not.toContain(new URL(databaseUrl).password);
  expect(await runIn(databaseUrl, 'SELECT mode FROM server_info')).toEqual([{ mode: 'live' }]);
});

test('the key is not replaced while a server runs, because the server would continue with the old one', async () => {
  const { run, startLive, newKey } = await openOffice();
  await run('account', 'create', '--live');
  const server = await startLive();
  await expect(run('key', 'replace')).rejects.toThrow(/^1 server is running on this database, .* stop every server first/);
  await server.close();
  expect(await run('key', 'replace')).toEqual({ secretsSealedAnew: '1' });
  await expect(startLive()).rejects.toThrow(/^CALLBACK_KEY is not the key/);
  await startLive(newKey);
});

test('a sandbox has no live account, whatever its data directory', async () => {
  const { run, databaseUrl } = await openOffice();
  await (await startTestServer({ databaseUrl })).close();
  await expect(run('account', 'create', '--live')).rejects.toThrow(/belongs to a sandbox, .* Set DATABASE_URL/);
  await expect(run('key', 'replace')).rejects.toThrow(/belongs to a sandbox/);
});

test('the commands for callbacks also work there', async () => {
  const { run, oversee } = await openOffice();
  const { account } = await run('account', 'create');
  expect(await oversee(['dead'])).toBe('No dead letters.\n');
  await expect(oversee(['resend', 'evt_1'])).rejects.toThrow('there is no dead letter evt_1');
  expect(await oversee(['rotate', account])).toMatch(/^whsec_/);
});

test('a dead letter is due immediately, even if the clock of the operator’s machine is wrong', async () => {
  const { run, oversee, databaseUrl } = await openOffice();
  const { account } = await run('account', 'create');
  const now = Date.now();
  await runIn(
    databaseUrl,
    `INSERT INTO outbox (id, invoice_id, account_id, sequence, host, url, body, created_at, next_at, settled_at, outcome)
     SELECT id, id, $1, 1, 'a.example', 'https://a.example/', 'x', $2, $2, $2, 'dead' FROM unnest(ARRAY['evt_1', 'evt_2']) id`,
    [account, now],
  );
  const hour = 3_600_000;
  expect(await oversee(['resend', 'evt_1'], now + hour)).toBe('1 of 1 will be sent again.\n');
  expect(await oversee(['resend', '--all'], now + hour)).toBe('1 will be sent again.\n');
  const due = await runIn(databaseUrl, 'SELECT max(next_at) AS last, count(*) AS events FROM outbox WHERE outcome IS NULL');
  expect(due[0].events).toBe(2);
  expect(due[0].last).toBeLessThan(now + hour / 2);
});

test('a database that does not belong to a server is reported, and no tables are made in it', async () => {
  const { run, oversee, databaseUrl } = await openOffice();
  await expect(run('account', 'list')).rejects.toThrow(/holds no tables of a server\. Set DATABASE_URL to the server's\.$/);
  await expect(oversee(['dead'])).rejects.toThrow(/holds no tables of a server/);
  expect(await runIn(databaseUrl, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await expect(run('backup', 'copy.db')).rejects.toThrow(/use pg_dump\.$/);
  const wrong = runAdmin(['account', 'list'], { DATABASE_URL: 'mysql://a:secret-password@b/c' }, 0);
  await expect(wrong).rejects.toThrow(/^DATABASE_URL is not the URL of a PostgreSQL database/);
  await expect(wrong).rejects.not.toThrow(/secret-password/);
});
