/** Tests commits whose confirmation is lost, because the network between the server and PostgreSQL is interrupted. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase, runIn } from '../../../testing/open-test-store.ts';
import { openNetwork } from '../../../testing/postgres/open-network.ts';
import { postJson, startTestServer, type TestServer } from '../../../testing/start-test-server.ts';

/** How long the test waits until a server has sent its write, in milliseconds. */
const patience = 10_000;

async function startBehindNetwork() {
  const url = await makeTestDatabase();
  const network = await openNetwork(new URL(url), (_, text) => text);
  onTestFinished(() => network.close());
  const databaseUrl = new URL(url);
  databaseUrl.port = String(network.port);
  const server = await startTestServer({ databaseUrl: databaseUrl.href });
  const count = async (table: string) => (await runIn(url, `SELECT count(*) AS rows FROM ${table}`))[0].rows;
  return { server, network, url, count };
}

const create = ({ baseUrl, token }: TestServer, key?: string) =>
  postJson(`${baseUrl}/api/v1/payments/create`, token, exampleCreate, key === undefined ? {} : { 'idempotency-key': key });

test('a change whose confirmation was lost is looked up, and not refused', async () => {
  const { server, network, count } = await startBehindNetwork();
  const { id } = await server.create();
  const receipt = await server.pay(id, 12.5);
  const lost = network.swallowAnswer(patience);
  expect(await server.submit(id, receipt)).toMatchObject({ status: 200, json: { id, status: 'PAID', paidAmount: 12.5 } });
  expect(await lost).toBe(true);
  expect(await count('receipts')).toBe(1);
});

test.each(['order-1', undefined])('a create with the key %s whose confirmation was lost makes one invoice', async (key) => {
  const { server, network, count } = await startBehindNetwork();
  const lost = network.swallowAnswer(patience);
  const { status, json } = await create(server, key);
  expect([status, await lost]).toEqual([200, true]);
  expect(await server.fetch(json.id)).toEqual(json);
  expect(await count('invoices')).toBe(1);
});

test('a change whose connection an operator ends is still made, once', async () => {
  const { server, url, count } = await startBehindNetwork();
  const { id } = await server.create();
  const receipt = await server.pay(id, 12.5);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM invoices WHERE id = $1 FOR UPDATE', [id]);
  const submitted = server.submit(id, receipt);
  const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await runIn(url, `SELECT count(*) AS rows ${waiting}`))[0].rows).toBe(1);
  await runIn(url, `SELECT pg_terminate_backend(pid) ${waiting}`);
  await holder.query('ROLLBACK');
  expect(await submitted).toMatchObject({ status: 200, json: { status: 'PAID' } });
  expect(await count('receipts')).toBe(1);
});

test('if it cannot be looked up, the 503 does not say that nothing was changed', async () => {
  const { server, network, count } = await startBehindNetwork();
  const { id } = await server.create();
  const receipt = await server.pay(id, 12.5);
  const lost = network.swallowAnswer(patience).then(() => network.close());
  const { status, json } = await server.submit(id, receipt);
  await lost;
  expect([status, json.code]).toEqual([503, 'service_unavailable']);
  expect(json.detail).toMatch(/may have taken effect.*Send the same request again/);
  expect(await count('receipts')).toBe(1);
});

test('what was never sent to the database changed nothing, and the 503 says so', async () => {
  const { server, network, count } = await startBehindNetwork();
  await network.close();
  const { status, json } = await create(server);
  expect([status, json.code]).toEqual([503, 'service_unavailable']);
  expect(json.detail).toMatch(/nothing was changed/);
  expect(await count('invoices')).toBe(0);
});
