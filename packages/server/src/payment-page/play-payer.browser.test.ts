/** Tests every simulated payment in a real browser. SCREENSHOTS=folder saves screenshots. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInBrowser, keepPicture, openPayer } from '../../testing/open-payer.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** The button to press, the text that the page shows after that, and the status that the API then returns. */
const outcomes = [
  { press: /^Pay in full/, says: 'Paid', api: { status: 'PAID', paidAmount: 12.5 } },
  { press: /^Pay a part/, says: 'Part paid', api: { status: 'UNDER_PAID', paidAmount: 6.25 } },
  { press: /^Pay too much/, says: 'Paid', api: { status: 'PAID', paidAmount: 17.5 } },
  { press: /^Let it fail/, says: 'Payment failed', api: { status: 'FAILED', paidAmount: null } },
  { press: /^Stay pending/, says: 'Waiting for payment', api: { status: 'PENDING', paidAmount: null } },
];
const ways = [
  { way: 'with script', options: {}, played: outcomes },
  // One button is enough here, because without a script each button only sends a form to the server.
  { way: 'without script', options: { javaScriptEnabled: false }, played: outcomes.slice(1, 2) },
  { way: 'on a phone, in the dark', options: { ...phone, colorScheme: 'dark' as const }, played: outcomes.slice(0, 1) },
];

const status = (page: Page) => page.locator('.status');

describeInBrowser('playing the payer', () => {
  describe.each(ways)('$way', ({ way, options, played }) => {
    test.each(played)('$press ends in $api.status', async ({ press, says, api }) => {
      const server = await startTestServer();
      const invoice = await server.create({ returnUrl: 'https://shop.example/thanks' });
      const { page } = await openPayer(options);
      await page.goto(invoice.paymentUrl);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pay Demo Shop');
      await page.getByRole('button', { name: press }).click();
      await expect.poll(() => status(page).textContent()).toBe(says);
      expect(await server.fetch(invoice.id)).toMatchObject(api);
      await keepPicture(page, `${api.status} ${way} ${press.source.slice(1)}`);
    });

    test.each(played.slice(0, 1))('white-labelled, $press shows a receipt for the merchant to submit', async ({ press, api }) => {
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
});
