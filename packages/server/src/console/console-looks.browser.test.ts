/** Tests in a browser how the console looks, and what a screen reader announces. SCREENSHOTS=folder saves screenshots. */
import { findViolations, rulesOfLooks } from '@payment-invoice/browser';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { untilDelivered } from '../../testing/console/open-console.ts';
import { describeInBrowser, keepPicture, openPayer } from '../../testing/open-payer.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

/** Color schemes and widths. The first pair is checked with all accessibility rules, the others only for appearance. */
const looks = [
  ['light', 1280],
  ['dark', 390],
  ['dark', 1280],
  ['light', 390],
] as const;

/** Makes invoices in several states. Returns the id of the invoice with the longest history, and the id of an unpaid one. */
async function fill(server: TestServer): Promise<{ id: string; open: string }> {
  const receiver = await startReceiver((_, res) => {
    const isFirst = receiver.calls.length === 1;
    res.writeHead(isFirst ? 500 : 200, { 'content-type': 'text/plain' }).end(isFirst ? 'the shop is closed' : 'thank you');
  });
  const { id: open } = await server.create({ amount: 999_999.99, cashTag: '$abcdefghijKLMNOPQRST' });
  const failed = await server.create({ amount: 4 });
  await server.submit(failed.id, await server.pay(failed.id, 4, 'failed'));
  const paid = await server.create({ amount: 30 });
  await server.submit(paid.id, await server.pay(paid.id, 35));
  const { id } = await server.create({
    callbackUrl: `${receiver.url}/callbacks?shop=1`,
    returnUrl: 'https://shop.example/thanks',
  });
  await server.submit(id, await server.pay(id, 5));
  await untilDelivered(server, 'retry', 1);
  await server.post('/sandbox/clock', { advanceSeconds: 60 });
  await untilDelivered(server, 'delivered', 1);
  await server.submit(id, await server.pay(id, 7.5));
  await untilDelivered(server, 'delivered', 2);
  await server.submit(id, 'no receipt');
  await server.fetch(id);
  await server.post('/api/v1/payments/fetch', { invoiceId: '<img src=x onerror=alert(1)>', more: '\u202e"' });
  await server.post('/sandbox/outage', { part: 'verifier', on: true });
  return { id, open };
}

async function signIn(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.baseUrl}/sandbox`);
  await page.fill('#token', server.token);
  await page.press('#token', 'Enter');
  await page.waitForSelector('#invoices');
}

describeInBrowser('the console', () => {
  test('light and dark, wide and narrow: axe finds no violations on any page, and nothing overflows the page', async () => {
    const server = await startTestServer();
    const { id, open } = await fill(server);
    const { page } = await openPayer();
    const look = async (name: string) => {
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const shown = `${colorScheme} ${width} ${name}`;
        const rules = colorScheme === 'light' && width === 1280 ? {} : { rules: rulesOfLooks };
        expect(await findViolations(page, rules), shown).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), shown).toBeLessThanOrEqual(0);
        await keepPicture(page, shown);
      }
    };
    const at = async (path: string, name: string) => {
      await page.goto(server.baseUrl + path);
      await look(name);
    };
    await at('/sandbox', 'sign in');
    await signIn(page, server);
    await look('invoices');
    await page.fill('#amount', '1.005');
    await page.click('button.primary');
    await look('create refused');
    await at(`/sandbox/invoices/${open}`, 'open invoice');
    await page.goto(`${server.baseUrl}/sandbox/invoices/${id}`);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await look('invoice opened');
    await at('/sandbox/requests', 'requests');
    await page.click('.requests a >> nth=0');
    await look('request');
    await at('/sandbox/tools', 'tools');
    await page.click('text=Rotate the secret');
    await page.waitForSelector('#new-secret');
    await look('secret');
    await at('/sandbox/invoices/inv_nothing', 'unknown');
  });
});
