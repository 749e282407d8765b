import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpVerifier } from './http-verifier.ts';
import { verifyInTime } from './receipt-verifier.ts';

const fields = {
  receiptId: 'r1',
  cashTag: '$coffeeshop',
  note: '7QK2M-X9D4T',
  amount: '12.50',
  currency: 'USD',
  paymentStatus: 'completed',
  paidAt: '2026-11-21T10:00:00.000Z',
};

async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
}

const ask = (url: string, { token, time = 10_000 }: { token?: string; time?: number } = {}) => {
  const failures: string[] = [];
  const verifier = createHttpVerifier({ url, token, onFailure: (what) => failures.push(what) });
  return verifyInTime(verifier, 'a receipt', { now: 0, time }).then((verdict) => ({ verdict, failures }));
};
const responding = (status: number, body: unknown) =>
  startService((_request, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));

test("sends the receipt with the service's token, and returns what the service states", async () => {
  const seen: unknown[] = [];
  const url = await startService(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    seen.push(request.method, request.headers.authorization, JSON.parse(body));
    response.end(JSON.stringify({ valid: true, ...fields }));
  });
  const { verdict } = await ask(url, { token: 'let-me-in' });
  const { paidAt, ...rest } = fields;
  expect(verdict).toEqual({ ...rest, amount: 1250, paidAt: Date.parse(paidAt) });
  expect(seen).toEqual(['POST', 'Bearer let-me-in', { webReceipt: 'a receipt' }]);
});

test('a receipt is invalid only if the service says so', async () => {
  expect(await ask(await responding(200, { valid: false }))).toEqual({ verdict: 'invalid', failures: [] });
});

test.each<[string, number, unknown]>([
  ['an error', 500, ''],
  ['a refusal', 401, { valid: false }],
  ['no JSON', 200, '<html>'],
  ['null', 200, 'null'],
  ['no verdict', 200, fields],
  ['a verdict of another type', 200, { valid: 'true', ...fields }],
  ['a number as amount', 200, { valid: true, ...fields, amount: 12.5 }],
  ['three decimals', 200, { valid: true, ...fields, amount: '12.505' }],
  ['a missing field', 200, { valid: true, ...fields, note: undefined }],
  ['another outcome', 200, { valid: true, ...fields, paymentStatus: 'done' }],
  ['a time of another form', 200, { valid: true, ...fields, paidAt: '21.11.2026' }],
  ['a flood', 200, ' '.repeat(70_000)],
])('%s does not cause a receipt to be refused', async (_what, status, body) => {
  const { verdict, failures } = await ask(await responding(status, body));
  expect(verdict).toBe('unavailable');
  expect(failures).toHaveLength(1);
  expect(failures[0]).not.toContain('html');
});

test('a redirect is not followed', async () => {
  const elsewhere = await responding(200, { valid: true, ...fields });
  const url = await startService((_request, response) => response.writeHead(307, { location: elsewhere }).end());
  expect(await ask(url)).toMatchObject({ verdict: 'unavailable' });
});

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

test('a service that does not listen or does not respond is unavailable', async () => {
  expect(await ask(await closedPort())).toEqual({ verdict: 'unavailable', failures: ['ECONNREFUSED'] });
  expect(await ask(await startService(() => undefined), { time: 50 })).toMatchObject({ verdict: 'unavailable' });
});

test('a verifier that ignores its deadline is not waited for', async () => {
  const deaf = { verify: () => new Promise<never>(() => undefined) };
  expect(await verifyInTime(deaf, 'x', { now: 0, time: 20 })).toBe('unavailable');
});
