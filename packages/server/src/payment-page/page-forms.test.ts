/** Tests the forms under `/pay/`: who may submit them, and how a receipt is handled. */

import { noLimits } from '@payment-invoice/kit/rates';
import { describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

/** Opens a page as a browser does. Returns its cookie and its form token. */
async function openForm(server: TestServer, path: string) {
  const response = await fetch(server.baseUrl + path);
  const cookie = response.headers.get('set-cookie') ?? '';
  return { cookie, token: /name="token" value="([^"]+)"/.exec(await response.text())?.[1] ?? '' };
}

/** Starts a server with a new invoice, and opens the page at the invoice's path followed by `end`. */
async function start(end = '', settings: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(settings);
  const { id } = await server.create();
  return { server, id, ...(await openForm(server, `/pay/${id}${end}`)) };
}

function send(server: TestServer, path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(server.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
}

describe('a form', () => {
  const tries: [string, Record<string, string>][] = [
    ['another site sent', { 'sec-fetch-site': 'cross-site' }],
    ['a sister host sent', { 'sec-fetch-site': 'same-site' }],
    ['an older browser says is from elsewhere', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a frame without origin sent', { 'sec-fetch-site': '', origin: 'null' }],
    ['comes without our cookie', { cookie: '' }],
    ['comes with a cookie of its own making', { cookie: `pay_form=${'0'.repeat(32)}` }],
  ];
  test.each(tries)('that %s is refused', async (_, headers) => {
    const { server, id, cookie, token } = await start();
    const response = await send(server, `/pay/${id}/sandbox`, { token, action: 'full' }, { cookie, ...headers });
    expect(response.status).toBe(403);
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
    // The same form succeeds without the invalid header.
    const own = await send(server, `/pay/${id}/sandbox`, { token, action: 'full' }, { cookie });
    expect([own.status, own.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    expect(await server.fetch(id)).toMatchObject({ status: 'PAID' });
  });

  test('is also accepted at localhost, whatever URL the sandbox has', async () => {
    const { server, id, cookie, token } = await start();
    const local = server.baseUrl.replace('127.0.0.1', 'localhost');
    const response = await send(
      { ...server, baseUrl: local },
      `/pay/${id}/sandbox`,
      { token, action: 'full' },
      { cookie, origin: local },
    );
    expect(response.status).toBe(303);
  });

  test('keeps its token while the browser keeps the cookie', async () => {
    const { server, id, cookie, token } = await start();
    expect(cookie).toMatch(new RegExp(`^pay_form=${token}; Path=/pay/${id}; HttpOnly; SameSite=Lax$`));
    const again = await fetch(`${server.baseUrl}/pay/${id}`, { headers: { cookie } });
    expect(await again.text()).toContain(`value="${token}"`);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(['', 'later', 'constructor'])('with the action %j does nothing', async (action) => {
    const { server, id, cookie, token } = await start();
    const response = await send(server, `/pay/${id}/sandbox`, { token, action }, { cookie });
    expect(response.status).toBe(303);
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  });

  test('that is huge, or not a form, is rejected with a page', async () => {
    const { server, id, cookie, token } = await start();
    const huge = await send(server, `/pay/${id}/receipt`, { token, webReceipt: 'x'.repeat(40_000) }, { cookie });
    expect([huge.status, huge.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    const json = await send(server, `/pay/${id}/receipt`, {}, { cookie, 'content-type': 'application/json' });
    expect(json.status).toBe(415);
    expect((await send(server, '/pay/nothing/receipt', { token }, { cookie })).status).toBe(404);
    expect((await fetch(`${server.baseUrl}/pay/${id}`, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('the form for a receipt', () => {
  const refusals: [string, (server: TestServer, id: string) => Promise<string> | string, RegExp][] = [
    ['nothing', () => '  ', /not a readable web receipt/],
    ['junk', () => '<b>"junk', /not a readable web receipt/],
    ['too much', () => 'x'.repeat(8193), /not a readable web receipt/],
    ["another invoice's", async (server) => server.pay((await server.create()).id, 12.5), /another payment/],
    ['a pending one', (server, id) => server.pay(id, 12.5, 'pending'), /still pending/],
    [
      'a used one',
      async (server) => {
        const other = await server.create();
        const receipt = await server.pay(other.id, 12.5);
        await server.submit(other.id, receipt);
        return receipt;
      },
      /already counts for another/,
    ],
  ];
  test.each(refusals)('refuses %s, says why, and keeps what was typed', async (_, make, why) => {
    const { server, id, cookie, token } = await start('/receipt');
    const webReceipt = await make(server, id);
    const response = await send(server, `/pay/${id}/receipt`, { token, webReceipt }, { cookie });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(/role="alert">([^<]*)/.exec(text)?.[1]).toMatch(why);
    expect(text).toContain(webReceipt.trim().replace('<b>"', '&#60;b&#62;&#34;').slice(0, 40));
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
    expect(server.log.join('')).not.toContain(webReceipt.trim().slice(-30) || '\u0000');
  });

  test("accepts a receipt with line breaks; a repeated or late one redirects to the invoice's page", async () => {
    const { server, id, cookie, token } = await start('/receipt');
    const receipt = await server.pay(id, 12.5);
    for (let i = 0; i < 2; i++) {
      const response = await send(server, `/pay/${id}/receipt`, { token, webReceipt: `\r\n ${receipt}\n` }, { cookie });
      expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    }
    expect(await server.fetch(id)).toMatchObject({ status: 'PAID', paidAmount: 12.5 });
    const late = await send(server, `/pay/${id}/receipt`, { token, webReceipt: await server.pay(id, 1) }, { cookie });
    expect(late.headers.get('location')).toBe(`/pay/${id}?after=late`);
    const form = await fetch(`${server.baseUrl}/pay/${id}/receipt`, { redirect: 'manual' });
    expect([form.status, form.headers.get('location')]).toEqual([303, `/pay/${id}`]);
  });

  test('does not exist if the merchant collects the receipts', async () => {
    const server = await startTestServer();
    const { id } = await server.create({ isWhiteLabel: true });
    expect((await fetch(`${server.baseUrl}/pay/${id}/receipt`, { redirect: 'manual' })).status).toBe(303);
    const { cookie, token } = await openForm(server, `/pay/${id}`);
    await send(server, `/pay/${id}/receipt`, { token, webReceipt: await server.pay(id, 12.5) }, { cookie });
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  });

  test("has its own limit, and does not use up the API's", async () => {
    const { server, id, cookie, token } = await start('/receipt', {
      rateLimits: { ...noLimits, 'submit-invoice': 1 },
      payerLimits: { pages: 0, receipts: 2 },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await send(server, `/pay/${id}/receipt`, { token, webReceipt: 'junk' }, { cookie })).status);
    expect(statuses).toEqual([422, 422, 429]);
    // The limit applies to each invoice separately, so the page of another invoice still accepts a submission.
    const other = await server.create();
    const form = await openForm(server, `/pay/${other.id}/receipt`);
    const elsewhere = await send(
      server,
      `/pay/${other.id}/receipt`,
      { token: form.token, webReceipt: 'junk' },
      { cookie: form.cookie },
    );
    expect(elsewhere.status).toBe(422);
    expect(await server.submit(id, await server.pay(id, 12.5))).toMatchObject({ status: 200, json: { status: 'PAID' } });
  });

  test('asks to try again if the verifier is unavailable', async () => {
    const { server, id, cookie, token } = await start('/receipt', { verifier: { verify: async () => 'unavailable' } });
    const response = await send(server, `/pay/${id}/receipt`, { token, webReceipt: 'kept' }, { cookie });
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(/\nkept<\/textarea>[\s\S]*submit it again/);
  });
});
