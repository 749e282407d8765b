/** Tests in a browser how the page looks, and what a screen reader announces. SCREENSHOTS=folder saves screenshots. */
import { join } from 'node:path';
import { findViolations, rulesOfLooks } from '@payment-invoice/browser';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { describeInBrowser, keepPicture, openPayer } from '../../testing/open-payer.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { pageLanguages } from './words/choose-words.ts';

/** Malicious strings that an invoice may contain: its tag and its return URL. */
const hostile = [
  ['long', '$abcdefghijKLMNOPQRST', `https://${'long.'.repeat(40)}example/${'x'.repeat(1700)}`],
  ['markup', '<img src=x onerror=alert(1)>"\'<b>', 'https://shop.example/"><script>alert(1)</script>'],
  ['right to left', '\u202e$مقهى\u2066קפה', 'https://xn--e1afmkfd.example/\u202etxt.exe'],
  ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈☕', 'https://shop.example/☕?q=👍'],
  ['unbroken', 'W'.repeat(120), 'javascript:alert(1)'],
] as const;

describeInBrowser('the payment page', () => {
  test.each([false, true])('white-labelled %s: axe finds no violations in any state, light or dark', async (isWhiteLabel) => {
    const server = await startTestServer();
    const { page } = await openPayer();
    const look = async (url: string, name: string) => {
      await page.goto(url);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // The document is the same in both color schemes, so the second scheme is only checked with the rules about appearance.
        const rules = colorScheme === 'dark' ? { rules: rulesOfLooks } : {};
        expect(await findViolations(page, rules), `${colorScheme} ${name}`).toEqual([]);
        await keepPicture(page, `${colorScheme} ${isWhiteLabel ? 'white-labelled ' : ''}${name}`);
      }
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

  test.each(pageLanguages.map(({ language }) => language))(
    'in %s: axe finds no violations on a phone, which shows no QR code',
    async (locale) => {
      const server = await startTestServer();
      const { page } = await openPayer({ locale, viewport: { width: 320, height: 800 }, isMobile: true, hasTouch: true });
      const { id, paymentUrl } = await server.create({ returnUrl: 'https://shop.example/' });
      const look = async (url: string, name: string) => {
        await page.goto(url);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        expect(await page.locator('.qr:visible').count()).toBe(0);
        expect(await findViolations(page), name).toEqual([]);
        await keepPicture(page, `${locale} ${name}`);
      };
      await look(paymentUrl, 'pending');
      await page.goto(`${paymentUrl}/receipt`);
      await page.locator('textarea').fill('junk');
      await page.locator('button').click();
      const [field, error] = [await page.locator('textarea').boundingBox(), await page.locator('.error').boundingBox()];
      expect((error?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeGreaterThan(7);
      await keepPicture(page, `${locale} refused`);
      await server.submit(id, await server.pay(id, 20));
      await look(`${paymentUrl}?stay`, 'paid');
    },
  );

  test('prints a receipt with its date, and no buttons', async () => {
    const server = await startTestServer();
    const { page } = await openPayer({ colorScheme: 'dark' });
    const { id, paymentUrl } = await server.create();
    await server.submit(id, await server.pay(id, 12.5));
    await page.goto(paymentUrl);
    await page.emulateMedia({ media: 'print' });
    const [printed = ''] = await page.locator('body').allInnerTexts();
    for (const part of ['You paid Demo Shop', '$12.50', '$coffeeshop', 'Nov 21, 2026', 'rcp_']) expect(printed).toContain(part);
    expect(await page.locator('button:visible, .button:visible').count()).toBe(0);
    await keepPicture(page, 'printed');
  });

  test('shows no motion to people who prefer reduced motion', async () => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    const { page } = await openPayer();
    for (const [reducedMotion, moving] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(paymentUrl);
      expect(await page.evaluate('document.getAnimations().length > 0')).toBe(moving);
    }
  });

  test.each(hostile)('nothing overflows the page: %s', async (name, cashTag, returnUrl) => {
    const server = await startTestServer();
    const { page } = await openPayer();
    const { id, paymentUrl } = await server.create({ amount: 999_999.99, cashTag: '$abcdefghijKLMNOPQRST' });
    rewrite(server, id, { cash_tag: cashTag, return_url: returnUrl });
    for (const paid of [0, 99_999_998]) {
      rewrite(server, id, { paid_cents: paid || null, status: paid ? 'UNDER_PAID' : 'PENDING' });
      await page.goto(paymentUrl);
      expect(await page.locator('#tag').textContent()).toBe(cashTag);
      expect(await page.locator('.amount').textContent()).toBe(paid ? '$0.01' : '$999,999.99');
      expect(await page.evaluate("document.querySelectorAll('main img, main b, main i, script:not([src])').length")).toBe(0);
      for (const width of [320, 900, 3840]) {
        await page.setViewportSize({ width, height: 800 });
        const isWider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(isWider, `${width} px, ${paid} paid`).toBeLessThanOrEqual(0);
        await keepPicture(page, `${width} ${name}`);
      }
    }
  });
});

/** Stores values that the API would reject. The page must be safe even then: operators can set which tags are allowed. */
function rewrite({ dataDir }: TestServer, id: string, values: Record<string, string | number | null>): void {
  const database = new Database(join(dataDir, 'payments.db'));
  const names = Object.keys(values);
  database
    .prepare(`UPDATE invoices SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`)
    .run(...Object.values(values), id);
  database.close();
}
