import { noLimits } from '@payment-invoice/kit/rates';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

test.each([
  ['/healthz', 'POST', 'GET, HEAD'],
  ['/docs/', 'DELETE', 'GET, HEAD'],
  ['/pay/inv_x/receipt', 'PUT', 'GET, HEAD, POST'],
  ['/pay/inv_x/sandbox', 'HEAD', 'POST'],
  ['/sandbox/clock', 'GET', 'POST'],
])('%s does not support %s, and says what it supports', async (path, method, allow) => {
  const server = await startTestServer();
  const response = await fetch(server.baseUrl + path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});

test('a page responds to HEAD as to GET, without a body', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/healthz`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '15', '']);
});

test('an unsupported method is rejected before the token is checked, and a wrong token before the body', async () => {
  const server = await startTestServer();
  const send = (init: RequestInit) => fetch(`${server.baseUrl}/sandbox/tokens`, init).then(({ status }) => status);
  expect(await send({ method: 'PUT' })).toBe(405);
  expect(await send({ method: 'POST', body: 'x'.repeat(40_000) })).toBe(401);
});

test('every path under /pay/ responds with a page, for every method', async () => {
  const server = await startTestServer();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await fetch(`${server.baseUrl}/pay/a/b/c`, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  }
});

test('pages have a limit for each address, which does not count API requests', async () => {
  const server = await startTestServer({ payerLimits: { pages: 3, receipts: 0 } });
  const { id } = await server.create();
  const ask = async (path: string) => {
    const { status, headers } = await fetch(server.baseUrl + path, { redirect: 'manual' });
    return [status, headers.get('content-type')?.split(';')[0]];
  };
  for (const path of ['/problems/rate_limited', `/pay/${id}`, `/pay/${id}/status`]) expect((await ask(path))[0]).toBe(200);
  expect(await ask(`/pay/${id}`)).toEqual([429, 'text/html']);
  expect(await ask('/docs/')).toEqual([429, 'application/problem+json']);
  expect(await ask('/healthz')).toEqual([200, 'application/json']);
  expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
});

test('wrong tokens for the metrics are counted, and the correct one is always admitted', async () => {
  const metricsToken = 'm'.repeat(32);
  const server = await startTestServer({ metricsToken, rateLimits: { ...noLimits, authentication: 2 } });
  const ask = async (token: string) =>
    (await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
  const statuses: number[] = [];
  for (const token of ['a', 'b', 'c', metricsToken]) statuses.push(await ask(token));
  expect(statuses).toEqual([401, 401, 429, 200]);
});

test('a line of the log shows who sent the request: address, account and token', async () => {
  const server = await startTestServer({ trustedProxies: 1 });
  const { token } = (await server.post('/sandbox/tokens', {})).json;
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' };
  await fetch(`${server.baseUrl}/api/v1/payments/fetch`, { method: 'POST', headers, body: '{"invoiceId":"x"}' });
  await fetch(`${server.baseUrl}/api/v1/payments/fetch`, { method: 'POST', headers: { ...headers, authorization: 'Bearer no' } });
  const lines = server.log.map((line) => JSON.parse(line)).filter(({ path }) => path === '/api/v1/payments/fetch');
  const [account] = await server.services.store.listAccounts();
  expect(lines).toMatchObject([
    { status: 404, address: '203.0.113.7', account: account?.id, token: expect.stringMatching(/^tok_/) },
    { status: 401, address: '203.0.113.7' },
  ]);
  expect(lines[1]).not.toHaveProperty('account');
});

test('no line of the log contains an invoice id, because it opens the payment page', async () => {
  const server = await startTestServer({ logLevel: 'trace' });
  const { id } = await server.create({ amount: 10, callbackUrl: 'http://127.0.0.1:9/' });
  for (const end of ['', '/status', '/receipt', '/nowhere', '/sandbox']) await fetch(`${server.baseUrl}/pay/${id}${end}`);
  for (const start of ['/sandbox/invoices', '', '/api', '/PAY', '//pay']) await fetch(`${server.baseUrl}${start}/${id}`);
  await server.submit(id, await server.pay(id, 10));
  await expect.poll(() => server.log.filter((line) => line.includes('callback attempt'))).toHaveLength(1);
  expect(server.log.length).toBeGreaterThan(9);
  expect(server.log.filter((line) => line.includes(id.slice(4)))).toEqual([]);
});
