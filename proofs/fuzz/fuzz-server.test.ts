import { expect, test } from 'vitest';
import { startTestServer } from '../../packages/server/testing/start-test-server.ts';
import { fuzzServer } from './fuzz-server.ts';

test('1,500 generated requests get no 5xx, no hang and no response outside the contract', async () => {
  const server = await startTestServer();
  const invoices = await Promise.all(Array.from({ length: 5 }, () => server.create()));
  const receipts = await Promise.all(invoices.flatMap(({ id }) => [server.pay(id, 5), server.pay(id, 12.5, 'failed')]));
  const { baseUrl, token } = server;
  const invoiceIds = invoices.map(({ id }) => id);
  const { statuses, findings } = await fuzzServer({ baseUrl, token, invoiceIds, receipts, requests: 1500, seed: 20261121 });
  expect(findings).toEqual([]);
  // Makes sure that the run has reached all of these statuses. Otherwise it would prove little.
  expect(Object.keys(statuses).sort()).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405', '413', '415', '422']));
}, 120_000);
