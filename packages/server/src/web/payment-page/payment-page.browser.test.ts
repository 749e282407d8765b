/** What a payer sees and does, in a real browser. SCREENSHOTS=folder keeps pictures of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import axe from 'axe-core';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { chromium, closeBrowser, keepPicture, openPayer } from '../../testing/open-payer.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A button is pressed, what the page then says, and what the API says of the invoice. */
const outcomes = [
  { press: /^Pay in full/, says: 'Paid', api: { status: 'PAID', paidAmount: 12.5 } },
  { press: /^Pay a part/, says: 'Part paid', api: { status: 'UNDER_PAID', paidAmount: 6.25 } },
  { press: /^Pay too much/, says: 'Paid', api: { status: 'PAID', paidAmount: 17.5 } },
  { press: /^Let it fail/, says: 'Payment failed', api: { status: 'FAILED', paidAmount: null } },
  { press: /^Stay pending/, says: 'Waiting for payment', api: { status: 'PENDING', paidAmount: null } },
];
const ways = [
  { way: 'with script', options: {} },
  { way: 'without script', options: { javaScriptEnabled: false } },
  { way: 'on a phone, in the dark', options: { ...phone, colorScheme: 'dark' as const } },
];

afterAll(closeBrowser);

const status = (page: Page) => page.locator('.status');

describe.skipIf(typeof chromium === 'string')(`the payment page${reason}`, () => {
  describe.each(ways)('$way', ({ way, options }) => {
    it.each(outcomes)('$press ends in $api.status', async ({ press, says, api }) => {
      const server = await startTestServer();
      const invoice = await server.create({ returnUrl: 'https://shop.example/thanks' });
      const { page } = await openPayer(options);
      await page.goto(invoice.paymentUrl);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pay $coffeeshop');
      await page.getByRole('button', { name: press }).click();
      await expect.poll(() => status(page).textContent()).toBe(says);
      expect(await server.fetch(invoice.id)).toMatchObject(api);
      await keepPicture(page, `${api.status} ${way} ${press.source.slice(1)}`);
    });

    it.each(outcomes)('white-labelled, $press shows a receipt for the merchant to submit', async ({ press, api }) => {
      const server = await startTestServer();
      const invoice = await server.create({ isWhiteLabel: true });
      const { page } = await openPayer(options);
      await page.goto(invoice.paymentUrl);
      await page.getByRole('button', { name: press }).click();
      const receipt = await page.getByLabel('Web receipt').inputValue();
      expect(await server.fetch(invoice.id)).toMatchObject({ status: 'PENDING' });
      await server.submit(invoice.id, receipt);
      expect(await server.fetch(invoice.id)).toMatchObject(api);
      await keepPicture(page, `white-labelled ${way} ${press.source.slice(1)}`);
    });
  });

  it('without script, looks again and goes back by itself', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create({ returnUrl: 'https://shop.example/thanks?a=1&copy=2' });
    const { page } = await openPayer({ javaScriptEnabled: false });
    const next = () => page.locator('meta[http-equiv="refresh"]').getAttribute('content');
    await page.goto(paymentUrl);
    expect(await next()).toBe(`10; url=/pay/${id}`);
    await page.goto(`${paymentUrl}/receipt`);
    expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0);
    await page.getByLabel('Web receipt').fill(await server.pay(id, 12.5));
    await page.getByRole('button', { name: 'Submit' }).click();
    expect(await status(page).textContent()).toBe('Paid');
    expect(await next()).toBe('10; url=https://shop.example/thanks?a=1&copy=2');
    await page.getByRole('link', { name: 'Stay here' }).click();
    expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0);
  });

  it('renews itself, tells those who do not see it, and counts down', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const { page, asked } = await openPayer();
    await page.clock.install();
    await page.goto(paymentUrl);
    const countdown = page.getByRole('timer');
    expect(await countdown.textContent()).toBe('30:00');
    await page.clock.runFor(1_000);
    expect(await countdown.textContent()).toBe('29:59');
    await server.submit(id, await server.pay(id, 5));
    await page.clock.runFor(1_000);
    await expect.poll(() => status(page).textContent()).toBe('Part paid');
    expect(await page.locator('#announcement').textContent()).toBe('Part paid. Still to pay to $coffeeshop $7.50');
    // Less and less often while nothing happens.
    const before = asked.length;
    for (let i = 0; i < 60; i++) await page.clock.runFor(1_000);
    await expect.poll(() => asked.length - before).toBeGreaterThan(2);
    expect(asked.length - before).toBeLessThan(12);
    server.clock.now += 30 * 60_000;
    for (let i = 0; i < 16; i++) await page.clock.runFor(1_000);
    await expect.poll(() => status(page).textContent()).toBe('Time is over');
    expect(await page.locator('main').textContent()).toContain('$5.00 arrived in time, $7.50 was missing');
    const atTheEnd = asked.length;
    await page.clock.runFor(120_000);
    expect(asked.length).toBe(atTheEnd);
    await keepPicture(page, 'EXPIRED with script');
  });

  it('asks again after the server was away, and later each time', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const { page, asked } = await openPayer();
    await page.clock.install();
    await page.goto(paymentUrl);
    let away = true;
    await page.route('**/status', (route) => (away ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
    const before = asked.length;
    for (let i = 0; i < 100; i++) await page.clock.runFor(1_000);
    expect(asked.length - before).toBeGreaterThan(2);
    expect(asked.length - before).toBeLessThan(7);
    away = false;
    await server.submit(id, await server.pay(id, 12.5));
    for (let i = 0; i < 61; i++) await page.clock.runFor(1_000);
    await expect.poll(() => status(page).textContent()).toBe('Paid');
  });

  it('takes the payer back, who may stay, and tells nobody where from', async () => {
    const server = await startTestServer();
    const shop = await startShop();
    const [first, second] = [await server.create({ returnUrl: shop.url }), await server.create({ returnUrl: shop.url })];
    for (const { id } of [first, second]) await server.submit(id, await server.pay(id, 12.5));
    const { page } = await openPayer();
    await page.clock.install();
    await page.goto(first.paymentUrl);
    await page.getByRole('link', { name: 'Stay here' }).click();
    await page.clock.runFor(20_000);
    expect(page.url()).toBe(`${first.paymentUrl}?stay`);
    await page.reload();
    await page.clock.runFor(20_000);
    expect(page.url()).toBe(`${first.paymentUrl}?stay`);
    await page.getByRole('link', { name: /^Return to/ }).click();
    await page.waitForURL(shop.url);
    await page.goto(second.paymentUrl);
    await page.clock.runFor(11_000);
    await page.waitForURL(shop.url);
    expect(shop.referrers).toEqual([undefined, undefined]);
  });

  it('can be paid, and its note copied, with the keyboard alone', async () => {
    const server = await startTestServer();
    const invoice = await server.create();
    const { page } = await openPayer({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(invoice.paymentUrl);
    const pressed: string[] = [];
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const name = ((await focused.textContent()) ?? '').trim();
      pressed.push(name);
      // What has the focus shows it.
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      if (name === 'Copy note') {
        await page.keyboard.press('Enter');
        await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(invoice.note);
        expect(await page.locator('#announcement').textContent()).toBe('Copied.');
      }
      if (/^Pay in full/.test(name)) break;
    }
    expect(pressed).toContain('Copy note');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page).textContent()).toBe('Paid');
  });

  it('asks for nothing but its own, and gets at most 50 kB', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    const { page, asked } = await openPayer();
    let bytes = 0;
    page.on('response', async (answer) => {
      const { responseBodySize, responseHeadersSize } = await answer.request().sizes();
      bytes += responseBodySize + responseHeadersSize;
    });
    await page.goto(paymentUrl, { waitUntil: 'networkidle' });
    expect(asked.filter((url) => !url.startsWith(`${server.baseUrl}/`) && url !== 'data:,')).toEqual([]);
    await expect.poll(() => bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(50_000);
  });

  it.each([
    ['light', false],
    ['dark', false],
    ['light', true],
    ['dark', true],
  ] as const)('%s, white-labelled %s: axe finds nothing in any state', async (colorScheme, isWhiteLabel) => {
    const server = await startTestServer();
    const { page } = await openPayer({ colorScheme });
    // Our policy holds axe off as it would any script: it goes in from outside.
    const look = async (url: string, name: string) => {
      await page.goto(url);
      await page.evaluate(axe.source);
      const found = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(found.violations.map(({ id, impact, nodes }) => [name, id, impact, nodes[0]?.html])).toEqual([]);
      await keepPicture(page, `${colorScheme} ${isWhiteLabel ? 'white-labelled ' : ''}${name}`);
    };
    const make = () => server.create({ isWhiteLabel, returnUrl: 'https://shop.example/' });
    const paying = async (amount: number, outcome?: string) => {
      const { id, paymentUrl } = await make();
      await server.submit(id, await server.pay(id, amount, outcome));
      return `${paymentUrl}?stay`;
    };
    const open = (await make()).paymentUrl;
    await look(open, 'pending');
    await look(`${open}?after=pending`, 'notice');
    await look(await paying(5), 'part paid');
    await look(await paying(20), 'paid');
    await look(await paying(5, 'failed'), 'failed');
    await look(`${server.baseUrl}/pay/nothing`, 'unknown');
    if (!isWhiteLabel) await look(`${open}/receipt`, 'receipt');
    server.clock.now += 30 * 60_000;
    await look(open, 'expired');
  });

  it.each([320, 900, 3840])('at %d px, nothing runs out of the page, whatever it carries', async (width) => {
    const server = await startTestServer();
    const { page } = await openPayer({ viewport: { width, height: 800 } });
    for (const [name, cashTag, returnUrl] of hostile) {
      const { id, paymentUrl } = await server.create({ amount: 999_999.99, cashTag: '$abcdefghijKLMNOPQRST' });
      rewrite(server, id, { cash_tag: cashTag, return_url: returnUrl });
      for (const paid of [0, 99_999_998]) {
        rewrite(server, id, { paid_cents: paid || null, status: paid ? 'UNDER_PAID' : 'PENDING' });
        await page.goto(paymentUrl);
        expect(await page.locator('#tag').textContent()).toBe(cashTag);
        expect(await page.locator('.amount').textContent()).toBe(paid ? '$0.01' : '$999,999.99');
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(0);
        expect(await page.evaluate("document.querySelectorAll('main img, main b, main i, script:not([src])').length")).toBe(0);
      }
      await keepPicture(page, `${width} ${name}`);
    }
  });
});

const hostile = [
  ['long', '$abcdefghijKLMNOPQRST', `https://${'long.'.repeat(40)}example/${'x'.repeat(1700)}`],
  ['markup', '<img src=x onerror=alert(1)>"\'<b>', 'https://shop.example/"><script>alert(1)</script>'],
  ['right to left', '\u202e$مقهى\u2066קפה', 'https://xn--e1afmkfd.example/\u202etxt.exe'],
  ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈☕', 'https://shop.example/☕?q=👍'],
  ['unbroken', 'W'.repeat(120), 'javascript:alert(1)'],
] as const;

/** Puts into an invoice what create would refuse: the pattern of tags is a setting, so the page must not rely on it. */
function rewrite({ dataDir }: TestServer, id: string, values: Record<string, string | number | null>): void {
  const database = new Database(join(dataDir, 'payments.db'));
  const names = Object.keys(values);
  database
    .prepare(`UPDATE invoices SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`)
    .run(...Object.values(values), id);
  database.close();
}

/** Where payers go back to; it keeps what they say of where they come from. */
async function startShop(): Promise<{ url: string; referrers: (string | undefined)[] }> {
  const referrers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/thanks') referrers.push(request.headers.referer);
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">Thanks');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/thanks`, referrers };
}
