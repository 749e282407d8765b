/** Tests which state survives in the data directory when the server is started again. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

test('a second start has the same token and invoices, and its receipts still count', async () => {
  const first = await startTestServer();
  const created = await first.create();
  const receipt = await first.pay(created.id, 12.5);
  await first.close();
  expect(statSync(join(first.dataDir, 'sandbox.json')).mode & 0o777).toBe(0o600);
  const second = await startTestServer({ dataDir: first.dataDir });
  expect(second.token).toBe(first.token);
  expect(await second.fetch(created.id)).toEqual({ ...created, paymentUrl: `${second.baseUrl}/pay/${created.id}` });
  expect(await second.submit(created.id, receipt)).toMatchObject({ status: 200, json: { status: 'PAID' } });
});
