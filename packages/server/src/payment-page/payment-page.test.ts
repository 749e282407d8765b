/** Tests the responses under `/pay/` over HTTP. The page's behaviour in a browser is tested in *.browser.test.ts. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { countInMemory } from '@payment-invoice/kit/rates';
import Database from 'better-sqlite3';
import jsQR from 'jsqr';
import Koa from 'koa';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import type { Services } from '../handlers/services.ts';
import { servePages } from '../pages/serve-pages.ts';
import { createPayerGuard, noPayerLimits } from '../rates/payer-guard.ts';
import { listPaymentPages } from '../web/page-table.ts';
import { drawQrCode, drawQrCodeOnce, isDrawn } from './draw-qr-code.ts';
import { pageFiles } from './page-files.ts';
import { readReturnLink } from './page-model.ts';
import { countdownText } from './write-values.ts';

describe('the page', () => {
  test('may only load and run our own files, and is not framed, cached or indexed', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    for (const url of [paymentUrl, `${paymentUrl}/receipt`, `${paymentUrl}/status`, `${server.baseUrl}/pay/nothing`]) {
      const { headers } = await fetch(url);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ['default-src', 'frame-ancestors', 'base-uri']) expect(policy).toContain(`${part} 'none'`);
      for (const part of ['script-src', 'style-src']) expect(policy).toContain(`${part} 'self'`);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
    const text = await (await fetch(paymentUrl)).text();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:/i);
  });

  test('has at most 50 kB, including all files that it loads', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create({ returnUrl: `https://shop.example/${'a'.repeat(2000)}` });
    const page = (await (await fetch(paymentUrl)).arrayBuffer()).byteLength;
    const files = Object.values(pageFiles).reduce((sum, { content }) => sum + content.byteLength, 0);
    expect(page + files).toBeLessThan(50_000);
  });

  test('its files may be cached forever, except for those of another version', async () => {
    const server = await startTestServer();
    for (const { path, type } of Object.values(pageFiles)) {
      const { status, headers } = await fetch(server.baseUrl + path);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const old = await fetch(`${server.baseUrl}/assets/payment-page.0000000000.css`);
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(`${server.baseUrl}/assets/../package.json`)).status).toBe(404);
  });

  test.each(['', 'x', 'inv_00000000000000000000000000', '%3Cscript%3E', 'a/b/c', 'x'.repeat(300), '%00', '%E0%A4%A'])(
    'for an unknown id (%j), says so and does not repeat it',
    async (id) => {
      const server = await startTestServer();
      const response = await fetch(`${server.baseUrl}/pay/${id}`);
      const text = await response.text();
      expect(response.status).toBe(404);
      expect(text).toContain('There is no such payment');
      expect(text).not.toContain('Payment Invoice');
      expect(text).not.toMatch(/<script>|a\/b\/c|inv_0/);
    },
  );

  test('shows the status by the clock of the server', async () => {
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

  test('does not show our logo for a white-labelled invoice, in any state', async () => {
    const server = await startTestServer();
    const [open, paid] = [await server.create({ isWhiteLabel: true }), await server.create({ isWhiteLabel: true })];
    await server.submit(paid.id, await server.pay(paid.id, 12.5));
    for (const { paymentUrl } of [open, paid]) {
      const text = await (await fetch(paymentUrl)).text();
      expect(text).not.toMatch(/payment invoice|class="branded|class="mark"|\/docs|\.svg/i);
    }
    const ours = await (await fetch((await server.create()).paymentUrl)).text();
    expect(ours).toMatch(/Payment Invoice/);
    for (const { content } of [pageFiles.css, pageFiles.js]) expect(content.toString()).not.toMatch(/payment invoice/i);
  });

  test('for a bug, shows a page with the id of the request', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    await server.services.store.close();
    const response = await fetch(paymentUrl);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(response.headers.get('x-request-id'));
  });

  test('if the store is unavailable, shows a page that reloads automatically', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    const other = new Database(join(server.dataDir, 'payments.db'));
    other.exec('BEGIN IMMEDIATE');
    // The invoice has expired, so the page has to store its new status, but another transaction has locked the database.
    server.clock.now += 30 * 60_000;
    const response = await fetch(paymentUrl);
    other.exec('ROLLBACK');
    other.close();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).toContain('<meta http-equiv="refresh" content="10">');
    expect(await (await fetch(paymentUrl)).text()).toContain('Time is over');
  });
});

describe('where money moves', () => {
  test('behind a proxy with a path, every link and the cookie include the path', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const origin = await serveLive({ ...server.services, baseUrl: () => 'https://shop.example/money' });
    const response = await fetch(`${origin}/pay/${id}`);
    const links = [...(await response.text()).matchAll(/(?:href|src|action|-path)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !link?.startsWith('/money/'))).toEqual([]);
    expect(response.headers.get('set-cookie')).toMatch(`; Path=/money/pay/${id}; HttpOnly; SameSite=Lax; Secure`);
    expect(await (await fetch(`${origin}/pay/nothing`)).text()).toContain('href="/money/assets/');
  });

  test('simulates no payment, and links to the form for the receipt', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const url = `${await serveLive(server.services)}/pay/${id}`;
    const text = await (await fetch(url)).text();
    expect(text).toMatch(/class="button primary" href="\/pay\/\w+\/receipt"/);
    expect(text).not.toMatch(/sandbox|play the payer|<form/i);
    expect(text).toContain('Pay <bdi translate="no">Café &#60;b&#62;</bdi>');
    expect(text).toContain('Open <bdi translate="no">Cash App</bdi>.');
    expect((await fetch(`${url}/sandbox`, { method: 'POST', body: new URLSearchParams({ action: 'full' }) })).status).toBe(404);
    expect(await server.fetch(id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the sandbox', () => {
  test.each([
    [0.01, '0.01', undefined, '5.01'],
    [0.03, '0.03', '0.01', '5.03'],
    [999_999.99, '999,999.99', '499,999.99', '1,000,004.99'],
  ])('offers the possible payments when %d cents are missing', async (amount, full, part, over) => {
    const server = await startTestServer();
    const text = await (await fetch((await server.create({ amount })).paymentUrl)).text();
    const offer = (name: string) => new RegExp(`value="${name}"><span>[^<]*</span> <span>\\$([^<]*)`).exec(text)?.[1];
    expect([offer('full'), offer('part'), offer('over')]).toEqual([full, part, over]);
  });
});

test("the QR code contains the page's URL", () => {
  const url = 'http://127.0.0.1:8080/pay/inv_01kdz3v5w9q8e7r6t5y4u3i2o1';
  const svg = drawQrCode(url, 'x').html;
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray(size * size * 16 * 4).fill(255);
  // Draws each module four pixels wide and high: the decoder is made for photographs.
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
])('%d ms are shown as %s', (span, text) => expect(countdownText(span)).toBe(text));

test('a QR code is drawn once, as long as few others are drawn in between', () => {
  const url = 'https://pay.example/pay/inv_1';
  expect(drawQrCodeOnce(url, 'x')).toEqual(drawQrCode(url, 'x'));
  for (let i = 0; i < 499; i++) drawQrCodeOnce(`https://pay.example/${i}`, 'x');
  expect(isDrawn(url)).toBe(true);
  drawQrCodeOnce('https://pay.example/500', 'x');
  expect(isDrawn(url)).toBe(false);
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
])('the link back to %s shows %s', (url, host) => expect(readReturnLink(url)?.host).toBe(host));

/** Serves only the payment page, with the settings of a live deployment. Returns its origin. */
async function serveLive(services: Services): Promise<string> {
  const payers = createPayerGuard(noPayerLimits, countInMemory);
  const live = { logger: pino({ level: 'silent' }), sandbox: undefined, payers, paymentApp: 'Cash App' };
  const pages = listPaymentPages({ ...services, ...live, findMerchant: async () => 'Café <b>' });
  const app = new Koa().use(servePages(pages));
  return `http://127.0.0.1:${await listen(createServer(app.callback()))}`;
}
