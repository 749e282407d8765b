/** What the server says below `/pay/`, byte by byte; the browser's side is in payment-page.browser.test.ts. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { NO_LIMITS } from '../../rates/rate-limits.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { PAGE_FILES } from './page-files.ts';
import { readReturnLink } from './return-link.ts';
import { countdownText } from './time-text.ts';

/** The cookie and the token that a browser gets with the page. */
async function openForm(server: TestServer, path: string) {
  const answer = await fetch(server.baseUrl + path);
  const cookie = answer.headers.get('set-cookie') ?? '';
  return { cookie, token: /name="token" value="([^"]+)"/.exec(await answer.text())?.[1] ?? '' };
}

function send(server: TestServer, path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(server.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
}

describe('the page', () => {
  test('may run and load nothing but its own, is not framed, kept or indexed', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    for (const url of [paymentUrl, `${paymentUrl}/receipt`, `${paymentUrl}/status`, `${server.baseUrl}/pay/nothing`]) {
      const { headers } = await fetch(url);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
    const text = await (await fetch(paymentUrl)).text();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:/i);
  });

  test('arrives in at most 50 kB with all it loads', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create({ returnUrl: `https://shop.example/${'a'.repeat(2000)}` });
    const page = (await (await fetch(paymentUrl)).arrayBuffer()).byteLength;
    const files = Object.values(PAGE_FILES).reduce((sum, { content }) => sum + content.byteLength, 0);
    expect(page + files).toBeLessThan(50_000);
  });

  test('its files may be kept for good, one of another version not', async () => {
    const server = await startTestServer();
    for (const { path, type } of Object.values(PAGE_FILES)) {
      const { status, headers } = await fetch(server.baseUrl + path);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        type,
        'public, max-age=31536000, immutable',
      ]);
    }
    const old = await fetch(`${server.baseUrl}/assets/payment-page.0000000000.css`);
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(`${server.baseUrl}/assets/../package.json`)).status).toBe(404);
  });

  test.each(['', 'x', 'inv_00000000000000000000000000', '%3Cscript%3E', 'a/b/c', 'x'.repeat(300), '%00', '%E0%A4%A'])(
    'an unknown id (%j) is a page that says so, and does not repeat it',
    async (id) => {
      const server = await startTestServer();
      const answer = await fetch(`${server.baseUrl}/pay/${id}`);
      const text = await answer.text();
      expect(answer.status).toBe(404);
      expect(text).toContain('There is no such payment');
      expect(text).not.toContain('Payment Invoice');
      expect(text).not.toMatch(/<script>|a\/b\/c|inv_0/);
    },
  );

  test('says where it stands, by the clock of the server', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const ask = async () => (await fetch(`${paymentUrl}/status`)).json();
    server.clock.now += 60_000;
    expect(await ask()).toEqual({ state: 'PENDING.0', timeLeft: 29 * 60_000 });
    await server.submit(id, await server.pay(id, 5));
    expect(await ask()).toMatchObject({ state: 'UNDER_PAID.500' });
    server.clock.now += 29 * 60_000;
    expect(await ask()).toEqual({ state: 'EXPIRED.500', timeLeft: 0 });
    expect((await fetch(`${server.baseUrl}/pay/nothing/status`)).status).toBe(404);
  });

  test('a white-labelled one has no mark of ours, in any state', async () => {
    const server = await startTestServer();
    const [open, paid] = [await server.create({ isWhiteLabel: true }), await server.create({ isWhiteLabel: true })];
    await server.submit(paid.id, await server.pay(paid.id, 12.5));
    for (const { paymentUrl } of [open, paid]) {
      const text = await (await fetch(paymentUrl)).text();
      expect(text).not.toMatch(/payment invoice|class="branded|class="mark"|\/docs|\.svg/i);
    }
    const ours = await (await fetch((await server.create()).paymentUrl)).text();
    expect(ours).toMatch(/Payment Invoice/);
    for (const { content } of [PAGE_FILES.style, PAGE_FILES.script]) expect(content.toString()).not.toMatch(/payment invoice/i);
  });

  test('a bug is a page that names the request', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    server.services.store.close();
    const answer = await fetch(paymentUrl);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain(answer.headers.get('x-request-id'));
  });

  test('a store that cannot answer is a page that comes back by itself', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    const other = new Database(join(server.dataDir, 'payments.db'));
    other.exec('BEGIN IMMEDIATE');
    // An expiry has to be written.
    server.clock.now += 30 * 60_000;
    const answer = await fetch(paymentUrl);
    other.exec('ROLLBACK');
    other.close();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('<meta http-equiv="refresh" content="10">');
    expect(await (await fetch(paymentUrl)).text()).toContain('Time is over');
  });

  test('the log does not name the invoice', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    for (const end of ['', '/status', '/receipt', '/nothing', '/sandbox']) await fetch(paymentUrl + end);
    for (const path of [`/PAY/${id}`, `//pay/${id}`, `/${id}`]) await fetch(server.baseUrl + path);
    expect(server.log.length).toBeGreaterThan(7);
    expect(server.log.join('')).not.toContain(id.slice(4));
  });
});

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
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}`);
    const answer = await send(server, `/pay/${id}/sandbox`, { token, action: 'full' }, { cookie, ...headers });
    expect(answer.status).toBe(403);
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
    // The same but for the one thing.
    const own = await send(server, `/pay/${id}/sandbox`, { token, action: 'full' }, { cookie });
    expect([own.status, own.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    expect(await server.fetch(id)).toMatchObject({ status: 'PAID' });
  });

  test('keeps its token while the browser keeps the cookie', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}`);
    expect(cookie).toMatch(new RegExp(`^pay_form=${token}; Path=/pay/${id}; HttpOnly; SameSite=Lax$`));
    const again = await fetch(`${server.baseUrl}/pay/${id}`, { headers: { cookie } });
    expect(await again.text()).toContain(`value="${token}"`);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(['', 'later', 'constructor'])('with the action %j does nothing', async (action) => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}`);
    const answer = await send(server, `/pay/${id}/sandbox`, { token, action }, { cookie });
    expect(answer.status).toBe(303);
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  });

  test('that is huge, or no form, is refused with a page', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}`);
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
    ['nothing', () => '  ', /no web receipt/],
    ['junk', () => '<b>"junk', /no web receipt/],
    ['too much', () => 'x'.repeat(8193), /no web receipt/],
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
      /counts for another/,
    ],
  ];
  test.each(refusals)('refuses %s, says why, and keeps what was typed', async (_, make, why) => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}/receipt`);
    const webReceipt = await make(server, id);
    const answer = await send(server, `/pay/${id}/receipt`, { token, webReceipt }, { cookie });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(/role="alert">([^<]*)/.exec(text)?.[1]).toMatch(why);
    expect(text).toContain(webReceipt.trim().replace('<b>"', '&#60;b&#62;&#34;').slice(0, 40));
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
    expect(server.log.join('')).not.toContain(webReceipt.trim().slice(-30) || '\u0000');
  });

  test('takes one with the line breaks of a clipboard; a second time, and a late one, lead to the page', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}/receipt`);
    const receipt = await server.pay(id, 12.5);
    for (let i = 0; i < 2; i++) {
      const answer = await send(server, `/pay/${id}/receipt`, { token, webReceipt: `\r\n ${receipt}\n` }, { cookie });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    }
    expect(await server.fetch(id)).toMatchObject({ status: 'PAID', paidAmount: 12.5 });
    const late = await send(server, `/pay/${id}/receipt`, { token, webReceipt: await server.pay(id, 1) }, { cookie });
    expect(late.headers.get('location')).toBe(`/pay/${id}?after=late`);
    const form = await fetch(`${server.baseUrl}/pay/${id}/receipt`, { redirect: 'manual' });
    expect([form.status, form.headers.get('location')]).toEqual([303, `/pay/${id}`]);
  });

  test('is not there when the merchant collects the receipts', async () => {
    const server = await startTestServer();
    const { id } = await server.create({ isWhiteLabel: true });
    expect((await fetch(`${server.baseUrl}/pay/${id}/receipt`, { redirect: 'manual' })).status).toBe(303);
    const { cookie, token } = await openForm(server, `/pay/${id}`);
    await send(server, `/pay/${id}/receipt`, { token, webReceipt: await server.pay(id, 12.5) }, { cookie });
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  });

  test('counts with what is submitted through the API', async () => {
    const server = await startTestServer({ rateLimits: { ...NO_LIMITS, submitPerInvoice: 2 } });
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}/receipt`);
    await server.submit(id, 'junk');
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++)
      statuses.push((await send(server, `/pay/${id}/receipt`, { token, webReceipt: 'junk' }, { cookie })).status);
    expect(statuses).toEqual([422, 429, 429]);
  });

  test('of a verifier that is away, asks to try again', async () => {
    const server = await startTestServer({ verifier: { verify: async () => 'unavailable' } });
    const { id } = await server.create();
    const { cookie, token } = await openForm(server, `/pay/${id}/receipt`);
    const answer = await send(server, `/pay/${id}/receipt`, { token, webReceipt: 'kept' }, { cookie });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toMatch(/\nkept<\/textarea>[\s\S]*submit it again/);
  });
});

describe('the sandbox', () => {
  test.each([
    [0.01, '0.01', undefined, '5.01'],
    [0.03, '0.03', '0.01', '5.03'],
    [999_999.99, '999,999.99', '499,999.99', '1,000,004.99'],
  ])('of %d offers what can be paid', async (amount, full, part, over) => {
    const server = await startTestServer();
    const text = await (await fetch((await server.create({ amount })).paymentUrl)).text();
    const offer = (name: string) => new RegExp(`value="${name}"><span>[^<]*</span> <span>\\$([^<]*)`).exec(text)?.[1];
    expect([offer('full'), offer('part'), offer('over')]).toEqual([full, part, over]);
  });
});

test('the QR code holds the address', () => {
  const url = 'http://127.0.0.1:8080/pay/inv_01kdz3v5w9q8e7r6t5y4u3i2o1';
  const svg = drawQrCode(url, 'x').html;
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray(size * size * 16 * 4).fill(255);
  // Four pixels a module: what reads a photograph wants some.
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      const start = (row * size * 4 + Number(x) * 4) * 4;
      for (let at = start; at < start + Number(length) * 16; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  expect(jsQR.default(pixels, size * 4, size * 4)?.data).toBe(url);
});

test.each([
  [1, '0:01'],
  [0, '0:00'],
  [59_001, '1:00'],
  [1_800_000, '30:00'],
  [86_400_000, '24:00:00'],
  [3_661_000, '1:01:01'],
])('%d ms count down as %s', (span, text) => {
  expect(countdownText(span)).toBe(text);
});

test.each([
  ['https://shop.example/a?b=c#d', 'shop.example'],
  ['http://localhost:3000/', 'localhost:3000'],
  ['https://пример.example/', 'xn--e1afmkfd.example'],
  [`https://${'www.'.repeat(20)}shop.example/`, `…ww${'.www'.repeat(8)}.shop.example`],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://user@shop.example/', undefined],
  ['/relative', undefined],
  [null, undefined],
])('the way back to %s is called %s', (url, host) => {
  expect(readReturnLink(url)?.host).toBe(host);
});
