/** The data directory: what a second start finds in it, and what is never in it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

test('a second start has the same token and invoices, and its receipts still count', async () => {
  const first = await startTestServer();
  const created = await first.create();
  const receipt = await first.pay(created.id, 12.5);
  await first.close();
  const second = await startTestServer({ dataDir: first.dataDir });
  expect(second.token).toBe(first.token);
  expect(await second.fetch(created.id)).toEqual({ ...created, paymentUrl: `${second.baseUrl}/pay/${created.id}` });
  expect(await second.submit(created.id, receipt)).toMatchObject({ status: 200, json: { status: 'PAID' } });
});

test('neither log nor database holds a token or a receipt', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const receipt = await server.pay(id, 5);
  await server.submit(id, receipt);
  await server.post('/api/v1/payments/fetch', { invoiceId: id }, 'pi_test_wrong');
  await server.submit(id, `${receipt}x`);
  await fetch(`${server.baseUrl}/api/v1/payments/fetch?token=${server.token}`);
  const log = server.log.join('');
  expect(server.log.length).toBeGreaterThan(6);
  const database = readdirSync(server.dataDir)
    .filter((name) => name.startsWith('payments.db'))
    .map((name) => readFileSync(join(server.dataDir, name), 'latin1'))
    .join('');
  expect(database).toContain(id);
  const signature = receipt.split('.')[2] ?? '';
  for (const secret of [server.token, server.token.slice(8, 40), 'pi_test_wrong', signature, 'Bearer']) {
    expect(log).not.toContain(secret);
    expect(database).not.toContain(secret);
  }
  expect(statSync(join(server.dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600);
});
