import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../src/contract/load-contract.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { Subject } from '../../src/subject/subject.ts';
import { until429 } from './limit-rates.ts';

test.each([
  [600, 601, 429],
  [601, 601, undefined],
])('as many requests as a window takes are sent at once: limit %i, %i requests', async (limit, most, status) => {
  let [count, now, atOnce] = [0, 0, 0];
  const server = createServer((request, response) => {
    atOnce = Math.max(atOnce, ++now);
    request.resume().once('end', () =>
      setImmediate(() => {
        now--;
        response.writeHead(++count > limit ? 429 : 404).end();
      }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { baseUrl, token: 'token', timeout: 10_000, maxWait: 0, amount: 1, cashTag: '$shop', seed: 1 };
  const [first, over] = await until429(new Subject(loadContract(), settings), most, () => jsonRequest('/', {}));
  expect([first.answer?.status, over?.answer?.status]).toEqual([404, status]);
  // One more than the limit is enough, and no more are sent.
  expect(count).toBe(most);
  expect(atOnce).toBeGreaterThan(3);
});
