/** Tests Redoc's docs in a real browser: opened offline as a file, and served by the reference server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, findViolations, openBrowser } from '@payment-invoice/browser';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOwnContract } from '../docs/list-prose.ts';
import { guides } from '../docs/read-guide.ts';
import { openPage } from '../docs/testing/open-page.ts';
import { type ServedDocs, serveDocs } from '../docs/testing/serve-docs.ts';
import { valueAt } from '../reader/follow-reference.ts';
import type { Node } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';

const folder = join(import.meta.dirname, '../../packages/generated/docs');
const file = pathToFileURL(join(folder, 'index.html')).href;
const contract = readOwnContract();
const { document, operations, requirements } = contract;
const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';

/** The axe rules that the markup of Redoc breaks. We cannot change this markup. openapi/README.md lists these rules too. */
const ofRedoc = ['heading-order', 'label-content-name-mismatch', 'page-has-heading-one', 'region', 'scrollable-region-focusable'];

let browser: Browser | undefined;
let served: ServedDocs | undefined;

beforeAll(async () => {
  served = await serveDocs();
  if (typeof chromium !== 'string') browser = await openBrowser(chromium);
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

test('features and requirements are said where they stand', () => {
  const [, text = ''] =
    /<script type="application\/json" id="contract">(.*)<\/script>/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? [];
  const shown: Node = JSON.parse(text);
  for (const { id, at } of requirements) {
    const place = at.slice(0, -2);
    const words = String((place.length === 0 ? shown.info : valueAt(shown, place)).description);
    expect(words, id).toContain(`href="requirements.html#${id}"`);
  }
  for (const { node, at } of walkDocument(document))
    if (node['x-feature']) expect(valueAt(shown, at).description, at.join('/')).toContain(`\`${node['x-feature']}\``);
});

describe.skipIf(typeof chromium === 'string')(`the docs as a file${reason}`, () => {
  test('the menu has every guide and every operation, and nothing is asked for', async () => {
    const { page, asked, complaints } = await open(`${file}#/payments/${operations[0]?.id.toLowerCase()}`);
    await page.getByRole('heading', { name: 'Request' }).first().waitFor();
    const links = await page
      .locator('[data-component-name="Menu/Menu"] a')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((link) => link.startsWith('#/payments/'))).toEqual(
      operations.map(({ id }) => `#/payments/${id.toLowerCase()}`),
    );
    expect(links).toEqual(expect.arrayContaining(Object.values(guides).flatMap((names) => names.map((name) => `#/${name}`))));
    const words = await page.locator('main').textContent();
    for (const { id, at } of requirements)
      if (at.length === 5 && at[3] === 'x-requirements' && at[1] === operations[0]?.path) expect(words).toContain(id);
    for (const name of ['errors', 'callbacks']) {
      await page.locator(`[data-component-name="Menu/Menu"] a[href="#/${name}"]`).click();
      await page.locator(`[data-section-id="/${name}"] h1, [data-section-id="/${name}"] h2`).first().waitFor();
    }
    await page.getByTestId('search-trigger').click();
    await page.keyboard.type('receipt_mismatch');
    await page.getByText('Every code').last().waitFor();
    expect({ asked, complaints }).toEqual({ asked: [], complaints: [] });
  });

  test('an anchor of the one-page edition leads there; both lead to each other, without a script too', async () => {
    const { page } = await open(`${file}#problem-receipt_mismatch`);
    await page.waitForURL(/\/page\.html#problem-receipt_mismatch$/);
    await page.getByRole('link', { name: 'as Redoc renders it' }).click();
    await page.getByRole('link', { name: 'the same on one page' }).first().click();
    await page.waitForURL(/\/page\.html$/);
    const { page: plain, asked } = await open(file, { javaScriptEnabled: false });
    expect(await plain.locator('a:visible, button:visible').allInnerTexts()).toEqual(['The same on one page']);
    await plain.getByRole('link').click();
    await plain.waitForURL(/\/page\.html$/);
    expect(asked).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('%s, %d px: axe finds only what Redoc is known for, and nothing is wider', async (colorScheme, width) => {
    const { page } = await open(file, { colorScheme, viewport: { width, height: 844 } });
    await page.getByRole('link', { name: 'the same on one page' }).first().waitFor();
    const found = (await findViolations(page)).filter(({ id }) => !ofRedoc.includes(id));
    expect(found).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const background = await page.evaluate("getComputedStyle(document.body).getPropertyValue('--bg-color')");
    expect(background).toBe(await page.evaluate("getComputedStyle(document.body).getPropertyValue('--page')"));
  });
});

describe.skipIf(typeof chromium === 'string')(`the docs of a server${reason}`, () => {
  test('name it, lead to its contract, and ask for nothing', async () => {
    const { baseUrl } = served ?? expect.fail('no server');
    const { page, asked, complaints } = await open(`${baseUrl}/docs/`);
    await page.getByText(baseUrl).first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain(document.servers[0].url);
    for (const name of ['openapi.yaml', 'openapi.json']) {
      const link = await page
        .getByRole('link', { name })
        .first()
        .evaluate((element) => (element as { href?: string }).href ?? '');
      expect((await fetch(link)).status, link).toBe(200);
    }
    await page.getByRole('link', { name: 'the same on one page' }).first().click();
    await page.locator('#create-payment form.try').waitFor();
    await page.goto(`${baseUrl}/docs/#errors`);
    await page.waitForURL(/\/docs\/page\.html#errors$/);
    expect({ asked, complaints }).toEqual({ asked: [], complaints: [] });
  });

  test('are sent compressed', async () => {
    const { baseUrl } = served ?? expect.fail('no server');
    const response = await fetch(`${baseUrl}/docs/`, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(1_000_000);
  });
});

async function open(url: string, options: BrowserContextOptions = {}) {
  if (!browser) throw new Error('There is no browser.');
  return openPage(browser, url, options);
}
