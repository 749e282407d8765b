import { expect, test } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';

test.each([
  ['/healthz', 'POST', 'GET, HEAD'],
  ['/docs/', 'DELETE', 'GET, HEAD'],
  ['/pay/inv_x/receipt', 'PUT', 'GET, HEAD, POST'],
  ['/pay/inv_x/sandbox', 'HEAD', 'POST'],
  ['/sandbox/clock', 'GET', 'POST'],
])('%s does not know %s, and says what it knows', async (path, method, allow) => {
  const server = await startTestServer();
  const response = await fetch(server.baseUrl + path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});

test('a page responds to HEAD as to GET, without a body', async () => {
  const server = await startTestServer();
  const response = await fetch(`${server.baseUrl}/healthz`, { method: 'HEAD' });
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '15', '']);
});

test('a wrong method is told before the token is looked at, and a wrong token before the body', async () => {
  const server = await startTestServer();
  const send = (init: RequestInit) => fetch(`${server.baseUrl}/sandbox/tokens`, init).then(({ status }) => status);
  expect(await send({ method: 'PUT' })).toBe(405);
  expect(await send({ method: 'POST', body: 'x'.repeat(40_000) })).toBe(401);
});

test('every path below /pay/ is a page, whatever the method', async () => {
  const server = await startTestServer();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await fetch(`${server.baseUrl}/pay/a/b/c`, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  }
});
