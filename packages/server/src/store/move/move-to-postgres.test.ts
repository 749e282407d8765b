import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { makeTestDatabase, runIn, sketchInvoice } from '../../../testing/open-test-store.ts';
import { makeTestDirectory, startTestServer } from '../../../testing/start-test-server.ts';
import { runAdmin } from '../../admin/run-admin.ts';
import { moveToPostgres } from './move-to-postgres.ts';

/** Uses a sandbox on SQLite until it has data of every kind. Returns the data that PostgreSQL must contain after a move. */
async function useSandbox() {
  const server = await startTestServer();
  const callbackUrl = 'http://127.0.0.1:9/hook';
  const first = await server.create({ callbackUrl, amount: 10 });
  const second = await server.create({ callbackUrl, amount: 10 });
  const { store, now } = server.services;
  const others = Array.from({ length: 600 }, () => sketchInvoice({ accountId: 'acc_sandbox', expiresAt: now() + 60_000 }));
  await Promise.all(others.map((invoice) => store.createInvoice(invoice)));
  const receipt = await server.pay(first.id, 10);
  await server.submit(first.id, receipt);
  await server.submit(second.id, await server.pay(second.id, 4));
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'idempotency-key': 'k1' };
  const body = JSON.stringify({ ...exampleCreate, amount: 3 });
  const create = async (baseUrl: string) =>
    (await fetch(`${baseUrl}/api/v1/payments/create`, { method: 'POST', headers, body })).text();
  const kept = await create(server.baseUrl);
  const states = await Promise.all([first, second].map(({ id }) => server.fetch(id)));
  await server.close();
  return { server, receipt, states, kept, create };
}

test('moves everything, so that a server on PostgreSQL continues where the one on SQLite ended', async () => {
  const { server, receipt, states, kept, create } = await useSandbox();
  const url = await makeTestDatabase(true);
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: url };
  const report = await runAdmin(['database', 'move', '--json'], env, 0);
  const lines = report.trim().split('\n');
  const rows = Object.fromEntries(lines.map((line) => Object.values(JSON.parse(line))));
  expect(rows).toMatchObject({ accounts: '2', tokens: '2', invoices: '603', receipts: '2', outbox: '2', idempotency_keys: '1' });
  // A second move changes nothing, even if a server has used the copy in between.
  const after = await startTestServer({ databaseUrl: url });
  expect([after.token, after.callbackSecret]).toEqual([server.token, server.callbackSecret]);
  for (const state of states) {
    const paymentUrl = `${after.baseUrl}/pay/${state.id}`;
    expect(await after.fetch(state.id)).toEqual({ ...state, paymentUrl });
  }
  expect(await create(after.address)).toBe(kept);
  expect(await after.submit(states[0].id, receipt)).toMatchObject({ status: 200, json: { status: 'PAID' } });
  expect(await after.submit(states[1].id, await after.pay(states[1].id, 6))).toMatchObject({ json: { status: 'PAID' } });
  expect(await after.services.store.count()).toMatchObject({ invoices: { PENDING: 601, UNDER_PAID: 0, PAID: 2 } });
  expect(await runAdmin(['database', 'move'], env, 0)).toContain('before; nothing was done');
  expect((await after.fetch(states[1].id)).status).toBe('PAID');
});

test('that is run again reports the requests that a server has accepted on the old file by mistake', async () => {
  const { server, states } = await useSandbox();
  const url = await makeTestDatabase(true);
  await moveToPostgres(server.dataDir, url);
  const [{ id }, { id: half }] = states;
  const moved = await startTestServer({ databaseUrl: url });
  await moved.submit(half, await moved.pay(half, 6));
  // An invoice may have a newer state in the copy than in the file.
  expect(await moveToPostgres(server.dataDir, url)).toEqual({ kind: 'already' });
  const mistaken = await startTestServer({ dataDir: server.dataDir });
  const { id: stray } = await mistaken.create();
  await mistaken.submit(half, await mistaken.pay(half, 7));
  await mistaken.close();
  const told = moveToPostgres(server.dataDir, url);
  await expect(told).rejects.toThrow(/^2 invoices in .*payments\.db were made or changed after it was moved into /);
  await expect(told).rejects.toThrow(new RegExp([half, stray].sort().join(', ')));
  await expect(told).rejects.not.toThrow(id);
});

test('that was interrupted continues, and no server starts before it is complete', async () => {
  const { server } = await useSandbox();
  const url = await makeTestDatabase(true);
  const cutOff = moveToPostgres(server.dataDir, url, (table, rows) => {
    if (table === 'invoices' && rows >= 500) throw new Error('cut off');
  });
  await expect(cutOff).rejects.toThrow('cut off');
  expect(await runIn(url, 'SELECT count(*) AS invoices FROM invoices')).toEqual([{ invoices: 500 }]);
  const started = startTestServer({ databaseUrl: url });
  await expect(started).rejects.toThrow(/was begun and not completed: run `database move` again\.$/);
  const { rows } = (await moveToPostgres(server.dataDir, url)) as { rows: ReadonlyMap<string, number> };
  expect(rows.get('invoices')).toBe(603);
  expect(await (await startTestServer({ databaseUrl: url })).services.store.count()).toMatchObject({ invoices: { PAID: 1 } });
});

test('reports differences in the copy, and does not let it be used', async () => {
  const { server } = await useSandbox();
  const url = await makeTestDatabase(true);
  await moveToPostgres(server.dataDir, url);
  await runIn(url, "UPDATE server_info SET move = 'begun'");
  await runIn(url, "UPDATE invoices SET paid_cents = 1 WHERE status = 'PAID'");
  const move = () => moveToPostgres(server.dataDir, url);
  await expect(move()).rejects.toThrow(/invoices \["inv_\w+"\]: paid_cents differ\.\nThe sums differ/);
  await runIn(url, "DELETE FROM receipts; UPDATE server_info SET move = 'begun'");
  await runIn(url, "INSERT INTO accounts VALUES ('acc_new', 'test', NULL, 1)");
  await expect(move()).rejects.toThrow(/accounts has 1 rows that are not in the file\./);
});

test('is refused with a sentence if there is no data to move, or no database to move to', async () => {
  const url = await makeTestDatabase(true);
  const empty = makeTestDirectory();
  await expect(moveToPostgres(empty, url)).rejects.toThrow(/^There is no database .*payments\.db\. Set DATA_DIR/);
  await expect(runAdmin(['database', 'move'], { DATA_DIR: empty }, 0)).rejects.toThrow(/^DATABASE_URL is not set/);
  const foreign = makeTestDirectory();
  writeFileSync(join(foreign, 'payments.db'), randomBytes(4_096));
  await expect(moveToPostgres(foreign, url)).rejects.toThrow(/it is not an SQLite database/);
  const { server } = await useSandbox();
  await (await startTestServer({ databaseUrl: url })).close();
  const move = (to: string) => moveToPostgres(server.dataDir, to);
  await expect(move(url)).rejects.toThrow(/holds 2 accounts already\. Set DATABASE_URL to an empty one\.$/);
  const running = await makeTestDatabase(true);
  await startTestServer({ databaseUrl: running });
  await expect(move(running)).rejects.toThrow(/^A server is running on /);
  const third = await makeTestDatabase(true);
  // Even a server without requests prevents the move.
  const idle = await startTestServer({ dataDir: server.dataDir });
  await expect(move(third)).rejects.toThrow(/payments\.db cannot be used: another process keeps it locked\. Stop that process/);
  await idle.close();
  await move(third);
  const { server: stranger } = await useSandbox();
  await expect(moveToPostgres(stranger.dataDir, third)).rejects.toThrow(/^Another SQLite database was moved into /);
});
