/** Tests the one-page docs in a real browser: opened offline as a file, and served by the reference server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, findViolations, openBrowser, rulesOfLooks } from '@payment-invoice/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readOwnContract } from '../docs/list-prose.ts';
import { guides } from '../docs/read-guide.ts';
import { samplesFolderOf } from '../docs/read-samples.ts';
import { openPage } from '../docs/testing/open-page.ts';
import { buildDocs, type ServedDocs, serveDocs } from '../docs/testing/serve-docs.ts';

const { operations, lifecycles, problems, requirements } = readOwnContract();

const docs = pathToFileURL(join(await buildDocs(), 'page.html')).href;
const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';

let browser: Browser | undefined;

beforeAll(async () => {
  if (typeof chromium !== 'string') browser = await openBrowser(chromium);
});

afterAll(() => browser?.close());

describe.skipIf(typeof chromium === 'string')(`the docs as a file${reason}`, () => {
  test('without a script: the whole document, in order, and nothing to press that would do nothing', async () => {
    const { page, asked } = await open(docs, { javaScriptEnabled: false });
    const [text = ''] = await page.locator('main').allInnerTexts();
    for (const { id, path } of operations) expect(text, id).toContain(path);
    for (const { code, cure } of problems) expect(text, code).toContain(cure.replaceAll('`', ''));
    for (const part of ['urllib.request', '@payment-invoice/client', 'webhook-signature']) expect(text).toContain(part);
    expect(text).not.toContain('string | string');
    expect(await page.locator('button:visible').count()).toBe(0);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((found) => found.map(({ tagName }) => Number(tagName[1])));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    expect(asked).toEqual([]);
  });

  test('the sidebar leads to every guide and every operation, and every link inside the page leads somewhere', async () => {
    const { page } = await open(docs);
    const links = await page.locator('nav a').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    const sections = [...Object.values(guides).flat(), ...operations.map(({ id }) => samplesFolderOf(id))];
    for (const id of sections) expect(links).toContain(`#${id}`);
    const broken = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#"]')].map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id))`,
    );
    expect(broken).toEqual([]);
    const ids = (await page.evaluate(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)) as string[];
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('each response lists its codes, each code its cure, and the drawing has an arrow for each change of status', async () => {
    const { page } = await open(docs);
    const rows = await page.locator('table.problems tbody tr').evaluateAll((found) => found.map(({ id }) => id));
    expect(rows.toSorted()).toEqual(problems.map(({ code }) => `problem-${code}`).toSorted());
    expect(await page.locator('#submit-receipt-409 .codes a').allInnerTexts()).toEqual([
      'invoice_already_paid',
      'invoice_failed',
      'invoice_expired',
      'receipt_already_used',
    ]);
    const states = await page.locator('.lifecycle-diagram .state-text').allTextContents();
    expect(states.toSorted()).toEqual(lifecycles[0]?.states.toSorted());
    expect(await page.locator('.lifecycle-diagram .badge').count()).toBeGreaterThan(states.length);
    const heights = await page
      .locator('table.lifecycle td code')
      .evaluateAll((codes) => codes.map((code) => code.getClientRects().length));
    expect(new Set(heights)).toEqual(new Set([1]));
  });

  test('search finds the cure of a code first, with the keyboard, in words with their spaces', async () => {
    const { page } = await open(docs);
    await page.getByRole('searchbox').fill('receipt_mismatch');
    const first = page.locator('#found a').first();
    expect(await first.getAttribute('href')).toBe('#problem-receipt_mismatch');
    expect(await first.textContent()).toContain("Submit the receipt of this invoice's payment.");
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#problem-receipt_mismatch');
    await page.getByRole('searchbox').fill('paidAmount');
    expect(await page.locator('#found a').first().getAttribute('href')).toBe('#payment-invoice.paidAmount');
    await page.getByRole('searchbox').fill('zebra');
    expect(await page.locator('#found').textContent()).toContain('Nothing has all of these words');
  });

  test('a language is chosen for the whole page with the keyboard, and every piece of code can be copied', async () => {
    const { page } = await open(docs);
    await page.getByRole('tab', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowRight');
    expect(
      await page
        .locator('.samples')
        .evaluateAll((groups) => groups.map((group) => group.querySelector('[aria-selected=true]')?.textContent)),
    ).toEqual(Array.from({ length: await page.locator('.samples').count() }, () => 'TypeScript'));
    expect(await page.locator('figure.code').count()).toBe(await page.locator('figure.code > .copy').count());
  });

  test.each([
    ['light', 1280, {}],
    // On a phone, checks only the parts that look different there, because axe takes seconds for the whole page.
    ['dark', 390, { include: ['header', 'nav', '#top', '#fetch-payment', '#errors'], rules: rulesOfLooks }],
  ] as const)(
    '%s, %d px: axe finds nothing, nothing is wider, nothing is asked for, and nothing can be tried',
    async (colorScheme, width, inspection) => {
      const { page, asked, complaints } = await open(docs, { colorScheme, viewport: { width, height: 844 } });
      // Excludes most code blocks: their colours are the same in both modes, and checking all blocks would double the time.
      const exclude = ['section:not(#create-payment) figure.code'];
      expect(await findViolations(page, { exclude, ...inspection })).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await page.locator('form.try:visible').count()).toBe(0);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the text');
      expect({ asked, complaints }).toEqual({ asked: [], complaints: [] });
    },
  );
});

describe.skipIf(typeof chromium === 'string')(`the docs of a server${reason}`, () => {
  let served: ServedDocs | undefined;

  beforeAll(async () => {
    served = await serveDocs();
  });

  afterAll(() => served?.stop());

  test('try it with the keyboard: create, play the payment, submit, fetch; the token is shown nowhere', async () => {
    const { baseUrl, token } = served ?? expect.fail('no server');
    const { page, complaints } = await open(`${baseUrl}/docs/page`);
    expect(await page.locator('main').textContent()).not.toContain('127.0.0.1:8080');
    expect(await page.locator('.server').textContent()).toContain(baseUrl);
    const form = (name: string) => page.locator(`#${name} form.try`);
    await form('create-payment').locator('.token').focus();
    await page.keyboard.type(token);
    const [create, submit, fetch] = [form('create-payment'), form('submit-receipt'), form('fetch-payment')];
    await press(create, 'Send request');
    await expect.poll(() => create.locator('.status').textContent()).toBe('200 OK');
    await press(submit, 'Play the payment and fill in its receipt');
    await expect.poll(() => submit.locator('textarea').inputValue()).toMatch(/"webReceipt": "eyJhbGci/);
    await press(submit, 'Send request');
    await expect.poll(() => submit.locator('.try-result').textContent()).toContain('"status": "PAID"');
    await press(fetch, 'Send request');
    await expect.poll(() => fetch.locator('.try-result').textContent()).toContain('"paidAmount": 12.5');
    await press(submit, 'Send request');
    await expect.poll(() => submit.locator('.status').textContent()).toBe('200 OK');
    await submit.locator('textarea').fill('{}');
    await press(submit, 'Send request');
    await expect.poll(() => submit.locator('.try-result a').textContent()).toBe('validation_failed');
    expect(await page.locator('main').textContent()).not.toContain(token);
    expect(await findViolations(page, { include: ['form.try'] })).toEqual([]);
    // Ignores the browser's own console message about the 422 response, which the test causes on purpose.
    expect(complaints.filter((words) => !words.includes('status of 422'))).toEqual([]);
  });
});

test('a contract that cannot be read is the only thing reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'broken.yaml');
  writeFileSync(file, 'a: [');
  const command = [join(import.meta.dirname, 'build-docs.ts'), '--contract', file, '--out', join(folder, 'broken.html')];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stderr).toContain(`${file} is not YAML: `);
  expect(status).toBe(1);
});

describe.skipIf(typeof chromium === 'string')(`the list of requirements${reason}`, () => {
  test('has a row for each, finds by word, links both ways, and asks for nothing', async () => {
    const { page, asked, complaints } = await open(docs);
    await page.getByText('Open the list of requirements').click();
    await expect.poll(() => page.title()).toContain('Requirements');
    const ids = await page.locator('tbody tr').evaluateAll((rows) => rows.map(({ id }) => id));
    expect(ids).toEqual(requirements.map(({ id }) => id));
    await page.getByRole('searchbox').fill('callbacks MUST');
    expect(await findViolations(page)).toEqual([]);
    const left = await page.locator('tbody tr:visible').allInnerTexts();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(ids.length);
    // The list of hundreds of cases is collapsed, but the search must find a case in it.
    await page.getByRole('searchbox').fill('create-payment/authentication/in-cookie');
    const row = page.locator('tbody tr:visible').first();
    await row.locator('summary').click();
    expect(await row.getByText('create-payment/authentication/in-cookie').isVisible()).toBe(true);
    await page.getByText('Back to the docs').click();
    await expect.poll(() => page.url()).toMatch(/index\.html$/);
    expect({ asked, complaints }).toEqual({ asked: [], complaints: [] });
  });
});

async function press(form: ReturnType<Page['locator']>, name: string): Promise<void> {
  await form.getByRole('button', { name, exact: true }).focus();
  await form.page().keyboard.press('Enter');
}

async function open(url: string, options: BrowserContextOptions = {}) {
  if (!browser) throw new Error('There is no browser.');
  return openPage(browser, url, options);
}
