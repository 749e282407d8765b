/** Tests pages that refresh themselves. Their event streams are limited in number, and end when the server stops. */

import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { openConsole, untilDelivered } from '../../testing/console/open-console.ts';
import { listen } from '../../testing/listen.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { createJournal } from './journal.ts';
import { createLiveConnections } from './live-connections.ts';

const attempt = {
  ...{ eventId: 'evt_1', invoiceId: 'inv_1', at: 0, ms: 0, attempt: 1 },
  result: { kind: 'failed', reason: 'timeout' },
  decision: { kind: 'delivered' },
} as const;

/** Opens an event stream. `text` grows as events arrive. */
async function openFeed(server: TestServer, path: string, cookie: string) {
  const request = get(server.baseUrl + path, { headers: { cookie, 'sec-fetch-dest': 'empty' } });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const feed = { status: response.statusCode, headers: response.headers, text: '', ended: false, request };
  response.on('data', (chunk) => (feed.text += chunk));
  response.on('end', () => (feed.ended = true));
  response.on('error', () => undefined);
  return feed;
}

const changes = (feed: { text: string }) =>
  [...feed.text.matchAll(/event: change\ndata: (\w{16})\n\n/g)].map(([, state]) => state);

test('a stream reports a change immediately, with the same state as the page', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  const stateOf = async (path: string) => /data-state="(\w+)"/.exec((await reader.get(path)).text)?.[1];
  const [list, invoice, requests] = await Promise.all(
    ['invoices', `invoices/${id}`, 'requests'].map((path) => openFeed(server, `/sandbox/live/${path}`, reader.cookie)),
  );
  if (!list || !invoice || !requests) throw new Error('no feed');
  const headers = { 'content-type': 'text/event-stream', 'set-cookie': expect.anything() };
  expect(list).toMatchObject({ status: 200, headers });
  const counts = () => [list, invoice, requests].map((feed) => changes(feed).length);
  await vi.waitFor(() => expect(counts()).toEqual([1, 1, 1]));
  expect(changes(list)).toEqual([await stateOf('/sandbox')]);
  expect(changes(invoice)).toEqual([await stateOf(`/sandbox/invoices/${id}`)]);
  await server.submit(id, await server.pay(id, 12.5));
  await vi.waitFor(() => expect(counts()).toEqual([2, 2, 2]), { timeout: 5_000 });
  expect(changes(list).at(-1)).toBe(await stateOf('/sandbox'));
  expect(changes(invoice).at(-1)).toBe(await stateOf(`/sandbox/invoices/${id}`));
  // For other accounts, the stream of an invoice behaves as if the invoice did not exist.
  const stranger = await openConsole(server, server.otherToken);
  expect((await openFeed(server, `/sandbox/live/invoices/${id}`, stranger.cookie)).status).toBe(204);
});

test('the passing of time is not reported as a change', async () => {
  // The receiver delays the next attempt by an hour, so that no attempt is due in the minute by which the test moves the clock.
  const receiver = await startReceiver((_, res) => void res.writeHead(503, { 'Retry-After': '3600' }).end());
  const server = await startTestServer();
  const { id } = await server.create({ callbackUrl: receiver.url });
  await server.submit(id, await server.pay(id, 5));
  await untilDelivered(server, 'retry', 1);
  await server.post('/sandbox/clock', { advanceSeconds: 1 });
  const reader = await openConsole(server);
  const statesOf = () =>
    Promise.all(
      ['', '/requests', `/invoices/${id}`].map(
        async (path) => /data-state="(\w+)"/.exec((await reader.get(`/sandbox${path}`)).text)?.[1],
      ),
    );
  await vi.waitFor(async () => expect((await reader.get(`/sandbox/invoices/${id}`)).text).toContain('Next attempt: <time'));
  const before = await statesOf();
  server.clock.now += 61_000;
  expect(await statesOf()).toEqual(before);
});

test('a stream ends when its token is revoked', async () => {
  const server = await startTestServer();
  const { token } = (await server.post('/sandbox/tokens', {})).json;
  const feed = await openFeed(server, '/sandbox/live/invoices', (await openConsole(server, token)).cookie);
  await vi.waitFor(() => expect(changes(feed)).toHaveLength(1));
  await server.post('/sandbox/tokens/revoke', { token });
  await server.create();
  await vi.waitFor(() => expect(feed.ended).toBe(true), { timeout: 5_000 });
  expect(changes(feed)).toHaveLength(1);
});

test('a reader that reads nothing is disconnected', async () => {
  const journal = createJournal();
  const live = createLiveConnections(journal);
  let looks = 0;
  let isClosed = false;
  const server = createServer((_, response) => {
    response.once('close', () => (isClosed = true));
    live.open(response, 'acc_1', async () => `${looks++} ${'x'.repeat(8 * 1024 * 1024)}`);
  });
  const socket = connect(await listen(server), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(() => expect(looks).toBeGreaterThan(0));
  expect(isClosed).toBe(false);
  journal.record({ kind: 'attempt', accountId: 'acc_1', ...attempt });
  await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 5_000 });
});

test('an account has at most twenty streams, a closed one makes room, and a stopping server ends them immediately', async () => {
  const server = await startTestServer();
  const reader = await openConsole(server);
  const open = () => openFeed(server, '/sandbox/live/invoices', reader.cookie);
  const feeds = await Promise.all(Array.from({ length: 20 }, open));
  expect((await open()).status).toBe(429);
  const other = await openConsole(server, server.otherToken);
  expect((await openFeed(server, '/sandbox/live/requests', other.cookie)).status).toBe(200);
  feeds[0]?.request.destroy();
  await vi.waitFor(async () => expect((await open()).status).toBe(200));
  const start = performance.now();
  await server.close();
  expect(performance.now() - start).toBeLessThan(9_000);
  await vi.waitFor(() => expect(feeds.slice(1).every(({ ended }) => ended)).toBe(true));
});
