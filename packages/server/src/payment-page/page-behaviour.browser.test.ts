/** Tests how the payment page behaves in a real browser. SCREENSHOTS=folder saves screenshots. */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { describeInBrowser, keepPicture, openPayer, openPayerWithClock } from '../../testing/open-payer.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

const status = (page: Page) => page.locator('.status');

describeInBrowser('the payment page', () => {
  test('without scripts, reloads and returns to the merchant automatically', async () => {
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
    expect(await next()).toBe('20; url=https://shop.example/thanks?a=1&copy=2');
    await page.getByRole('link', { name: 'Stay here' }).click();
    expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0);
  });

  test('refreshes itself, announces changes to screen readers, and counts down', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const { page, asked } = await openPayerWithClock();
    await page.goto(paymentUrl);
    const countdown = page.getByRole('timer');
    expect(await countdown.textContent()).toBe('30:00');
    await page.clock.runFor(1_000);
    expect(await countdown.textContent()).toBe('29:59');
    await server.submit(id, await server.pay(id, 5));
    await page.clock.runFor(1_000);
    await expect.poll(() => status(page).textContent()).toBe('Part paid');
    expect(await page.locator('#announcement').textContent()).toBe('Part paid. Still to pay to Demo Shop $7.50');
    // As long as nothing changes, the page polls less and less often.
    const before = asked.length;
    for (let i = 0; i < 60; i++) await page.clock.runFor(1_000);
    await expect.poll(() => asked.length - before).toBeGreaterThan(2);
    expect(asked.length - before).toBeLessThan(12);
    server.clock.now += 30 * 60_000;
    for (let i = 0; i < 16; i++) await page.clock.runFor(1_000);
    await expect.poll(() => status(page).textContent()).toBe('Time is over');
    expect(await page.locator('main').textContent()).toContain('$5.00 arrived in time, $7.50 is missing');
    const atTheEnd = asked.length;
    await page.clock.runFor(120_000);
    expect(asked.length).toBe(atTheEnd);
    await keepPicture(page, 'EXPIRED with script');
  });

  test('polls again after the server was unavailable, less often each time', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const { page, asked } = await openPayerWithClock();
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

  test('sends the payer back without a referrer, unless the payer stays', async () => {
    const server = await startTestServer();
    const shop = await startShop();
    const [first, second] = [await server.create({ returnUrl: shop.url }), await server.create({ returnUrl: shop.url })];
    for (const { id } of [first, second]) await server.submit(id, await server.pay(id, 12.5));
    const { page } = await openPayerWithClock();
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

  test('works with the keyboard only: paying, and copying the note', async () => {
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
      // The focused element has an outline.
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      if (name === 'Copy note') {
        await page.keyboard.press('Enter');
        await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(invoice.note);
        expect(await page.locator('#announcement').textContent()).toBe('Copied.');
      }
      if (name === 'Copy exactly') {
        await page.keyboard.press('Enter');
        await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('12.50');
      }
      if (/^Pay in full/.test(name)) break;
    }
    expect(pressed).toContain('Copy note');
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page).textContent()).toBe('Paid');
  });

  test('counts a double click once, and allows a receipt to be sent again if no page followed', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    const { page } = await openPayerWithClock();
    await page.goto(`${paymentUrl}/receipt`);
    await page.getByLabel('Web receipt').fill(await server.pay(id, 12.5));
    let sent = 0;
    // With a 204, the browser stays on the page, as it does when the payer stops a request before the response arrives.
    await page.route('**/receipt', (route) => (++sent === 1 ? route.fulfill({ status: 204 }) : route.continue()));
    const submit = page.getByRole('button', { name: 'Submit' });
    await submit.click();
    await expect.poll(() => sent).toBe(1);
    await submit.click();
    expect(sent).toBe(1);
    await page.clock.runFor(3_000);
    await submit.click();
    await expect.poll(() => page.url()).toBe(paymentUrl);
    expect(await status(page).textContent()).toBe('Paid');
  });

  test('loads only its own files, at most 50 kB', async () => {
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
});

/** Starts a shop to which payers return. It records the `Referer` headers of their requests. */
async function startShop(): Promise<{ url: string; referrers: (string | undefined)[] }> {
  const referrers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/thanks') referrers.push(request.headers.referer);
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">Thanks');
  });
  return { url: `http://127.0.0.1:${await listen(server)}/thanks`, referrers };
}
