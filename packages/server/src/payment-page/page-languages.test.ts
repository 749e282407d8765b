/** Tests the languages of the page, and the names and dates that it shows. */
import { textOfCents } from '@payment-invoice/kit/money';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';
import { createMerchantFinder } from './page-services.ts';
import { pageLanguages } from './words/choose-words.ts';
import { moneyText } from './write-values.ts';

describe('the page', () => {
  test.each([
    ['de-AT, en;q=0.5', 'de', 'ltr', 'Zahlung an', '12,50\u00a0$'],
    ['es', 'es', 'ltr', 'Pague a', '12,50\u00a0US$'],
    ['nl, fr-CA;q=0.8, en;q=0.1', 'fr', 'ltr', 'Payer ', '12,50\u00a0$US'],
    ['ar-EG', 'ar', 'rtl', 'ادفع إلى', '12.50'],
    ['nl', 'en', 'ltr', 'Pay ', '$12.50'],
    ['', 'en', 'ltr', 'Pay ', '$12.50'],
  ])('for a browser that prefers %j is in %s, with its numbers', async (accepted, language, direction, words, amount) => {
    const server = await startTestServer();
    const { paymentUrl } = await server.create();
    const headers = { 'accept-language': accepted };
    const response = await fetch(paymentUrl, { headers });
    const text = await response.text();
    expect(text).toContain(`<html lang="${language}" dir="${direction}"`);
    for (const part of [words, amount]) expect(text).toContain(part);
    expect(response.headers.get('vary')).toContain('Accept-Language');
    const unknown = await fetch(`${server.baseUrl}/pay/nothing`, { headers });
    expect(await unknown.text()).toContain(`<html lang="${language}"`);
  });

  test('shows when the invoice was paid, and to whom', async () => {
    const server = await startTestServer();
    const { id, paymentUrl } = await server.create();
    server.clock.now += 60_000;
    await server.submit(id, await server.pay(id, 12.5));
    const text = await (await fetch(paymentUrl)).text();
    expect(text).toContain('<time datetime="2026-11-21T10:01:00.000Z" data-full>November 21, 2026 at 10:01 AM UTC</time>');
    expect(text).toContain('You paid <bdi translate="no">Demo Shop</bdi>');
    expect(text).toContain('$coffeeshop');
  });
});

test('the name of a merchant is cached for a minute', async () => {
  let name = 'First';
  let now = 0;
  const findMerchant = createMerchantFinder({ findAccount: async (id) => ({ id, mode: 'test', name, createdAt: 0 }) }, () => now);
  expect(await findMerchant('acc_1')).toBe('First');
  name = 'Second';
  now = 59_999;
  expect(await findMerchant('acc_1')).toBe('First');
  now = 60_000;
  expect(await findMerchant('acc_1')).toBe('Second');
});

test('the copied values are in the form of payment apps, and the shown ones in the form of the language', () => {
  expect([1, 70, 1250, 99_999_999].map(textOfCents)).toEqual(['0.01', '0.70', '12.50', '999999.99']);
  expect(pageLanguages.map((words) => moneyText(123_450, { words, currency: 'USD' }).replace(/\s/g, ' '))).toEqual([
    '$1,234.50',
    '1.234,50 $',
    '1234,50 US$',
    '1 234,50 $US',
    expect.stringContaining('1,234.50'),
  ]);
});
