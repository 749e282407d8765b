import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequests } from './send-requests.ts';

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const order = { path: '/api', token: 'secret', bodies: ['{"a":1}', '{"a":2}'], keyed: true, connections: 3 };

test('sends the requested number of requests, with the bodies in turn and a separate key for each', async () => {
  const found: { body: string; key: unknown; authorization: unknown }[] = [];
  const port = await listen(async (request, response) => {
    const { 'idempotency-key': key, authorization } = request.headers;
    let body = '';
    for await (const chunk of request) body += chunk;
    found.push({ body, key, authorization });
    response.setHeader('Content-Length', 2).end('{}');
  });
  const { requests, latency } = await sendRequests({ ...order, ports: [port], amount: 10 });
  expect(requests).toBe(10);
  expect(latency).toBeGreaterThan(0);
  expect(found.map(({ body }) => body).sort()).toEqual([...Array(5).fill('{"a":1}'), ...Array(5).fill('{"a":2}')]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(10);
  expect(found[0]?.authorization).toBe('Bearer secret');
});

test('a load is spread over several servers', async () => {
  const counts = [0, 0];
  const ports = await Promise.all(
    counts.map((_, i) =>
      listen((_request, response) => {
        counts[i] = (counts[i] ?? 0) + 1;
        response.setHeader('Content-Length', 2).end('{}');
      }),
    ),
  );
  await sendRequests({ ...order, ports, connections: 2, amount: 20 });
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20);
});

test('a response that is not a success ends the load with an error that shows the response', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(422, { 'Content-Length': 5 }).end('wrong');
  });
  await expect(sendRequests({ ...order, ports: [port], amount: 10 })).rejects.toThrow(/^It responded "HTTP\/1\.1 422 .*wrong"$/);
});

test('a connection that closes during a request ends the load', async () => {
  const port = await listen((request) => void request.socket.destroy());
  await expect(sendRequests({ ...order, ports: [port], amount: 10 })).rejects.toThrow(
    'It closed the connection under a request.',
  );
});
