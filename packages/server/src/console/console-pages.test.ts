/** Tests the pages of the console: who may see which page, and what it shows. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { openConsole, untilDelivered } from '../../testing/console/open-console.ts';
import { liveSettings, startTestServer } from '../../testing/start-test-server.ts';

describe('another account', () => {
  test('sees no invoice, no request, and acts on none', async () => {
    const receiver = await startReceiver();
    const server = await startTestServer();
    const { id } = await server.create({ callbackUrl: receiver.url });
    await server.submit(id, await server.pay(id, 5));
    await untilDelivered(server, 'delivered', 1);
    const owner = await openConsole(server);
    const request = /req_\w{26}/.exec((await owner.get('/sandbox/requests')).text)?.[0];
    const event = /evt_\w{26}/.exec((await owner.get(`/sandbox/invoices/${id}`)).text)?.[0] ?? '';
    const stranger = await openConsole(server, server.otherToken);
    expect((await stranger.get('/sandbox')).text).not.toContain(id);
    expect((await stranger.get('/sandbox/requests')).text).not.toContain(id);
    for (const path of [`invoices/${id}`, `requests/${request}`])
      expect((await stranger.get(`/sandbox/${path}`)).status).toBe(404);
    expect((await stranger.send(`/sandbox/invoices/${id}/payments`, { action: 'full' })).status).toBe(404);
    expect((await stranger.send(`/sandbox/invoices/${id}/callbacks`, { event })).status).toBe(404);
    // The stranger cannot resend another account's event, not even through the page of an invoice of their own.
    const own = (await server.post('/api/v1/payments/create', { ...exampleCreate, amount: 1 }, server.otherToken)).json.id;
    const resent = await stranger.send(`/sandbox/invoices/${own}/callbacks`, { event });
    expect(resent.location).toBe(`/sandbox/invoices/${own}?refused=callback`);
    expect(receiver.calls).toHaveLength(1);
    expect(await server.fetch(id)).toMatchObject({ status: 'UNDER_PAID' });
  });
});

test('moves the clock, turns the switches, and shows the new secret once', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server);
  const until = /name="until" value="(\d+)"/.exec((await reader.get(`/sandbox/invoices/${id}`)).text)?.[1] ?? '';
  expect((await reader.send('/sandbox/tools/clock', { until, invoice: id })).location).toBe(`/sandbox/invoices/${id}?done=moved`);
  expect(await server.fetch(id)).toMatchObject({ status: 'EXPIRED' });
  expect((await reader.get(`/sandbox/invoices/${id}`)).text).toContain('Its time to pay was over');
  await reader.send('/sandbox/tools/outage', { part: 'store', on: 'true' });
  await reader.send('/sandbox/tools/rate-limits', { on: 'true' });
  expect((await server.post('/api/v1/payments/fetch', { invoiceId: id })).status).toBe(503);
  const { text } = await reader.get('/sandbox');
  for (const part of ['30 min ahead', 'The store is away', 'Rate limits are on']) expect(text).toContain(part);
  // The console works even while the store is switched off, and can switch it on again.
  await reader.send('/sandbox/tools/outage', { part: 'store', on: 'false' });
  expect((await server.post('/api/v1/payments/fetch', { invoiceId: id })).headers.get('ratelimit')).not.toBeNull();
  const { status, text: page } = await reader.send('/sandbox/tools/callback-secret');
  expect([status, page.match(/whsec_[\w+/=]+/g)?.length]).toEqual([200, 1]);
  expect((await reader.get('/sandbox/tools')).text).not.toContain('whsec_');
});

test('hostile bodies, ids and headers are shown as text', async () => {
  const server = await startTestServer();
  const { id } = await server.create();
  const markup = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>"\'';
  await fetch(`${server.baseUrl}/api/v1/payments/fetch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', 'user-agent': markup },
    body: JSON.stringify({ invoiceId: id, [markup]: '\u202e\u0007', more: `x${markup}` }),
  });
  const reader = await openConsole(server);
  const request = /req_\w{26}/.exec((await reader.get('/sandbox/requests')).text)?.[0];
  for (const path of ['/sandbox/requests', `/sandbox/requests/${request}`, `/sandbox/invoices/${id}`]) {
    const { text } = await reader.get(path);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/<img|\u202e/);
  }
  const odd = ['invoices/%3Cimg%3E', 'requests/..%2f', 'nothing', `invoices/${'x'.repeat(200)}`, '?before=%3Cb%3E&done=toString'];
  for (const path of odd) expect((await reader.get(`/sandbox/${path}`)).text).not.toContain('<b>');
});

test('pages through many invoices, at a cost that does not depend on other accounts', async () => {
  const server = await startTestServer();
  for (let i = 0; i < 30; i++) await server.create({ amount: i + 1 });
  const reader = await openConsole(server);
  const idsOf = (text: string) => [...text.matchAll(/invoices\/(inv_\w+)"/g)].map(([, id]) => id);
  const first = (await reader.get('/sandbox')).text;
  const older = /href="\/sandbox(\?before=\w+)"/.exec(first)?.[1];
  const second = (await reader.get(`/sandbox${older}`)).text;
  expect([idsOf(first).length, idsOf(second).length, new Set([...idsOf(first), ...idsOf(second)]).size]).toEqual([25, 5, 30]);
  const other = await openConsole(server, server.otherToken);
  expect((await other.get('/sandbox')).text).toContain('No invoices yet.');
});

test('a live server has no console', async () => {
  const { address } = await startTestServer(liveSettings);
  for (const end of ['', '/invoices', '/invoices/inv_1', '/requests', '/tools', '/tools/clock', '/sign-in', '/live/invoices']) {
    const path = `/sandbox${end}`;
    const [read, sent] = await Promise.all([fetch(address + path), fetch(address + path, { method: 'POST' })]);
    expect([path, read.status, sent.status]).toEqual([path, 404, 404]);
  }
});
