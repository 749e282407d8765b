/** The docs as a reader sees them, in a real browser with the network cut. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, openBrowser } from '@payment-invoice/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guides } from '../docs/assemble-document.ts';
import { readGuide } from '../docs/read-guide.ts';
import { parseContract } from '../reader/parse-contract.ts';
import { readContract } from '../reader/read-contract.ts';

const room = join(import.meta.dirname, '..');
const { document, operations, lifecycles, problems, requirements } = readContract(
  parseContract(readFileSync(join(room, 'openapi.yaml'), 'utf8'), 'openapi.yaml'),
);
const titles = Object.values(guides)
  .flat()
  .map((name) => readGuide(join(room, 'guides', `${name}.md`), () => '').title);

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-docs-browser-'));
const docs = pathToFileURL(join(folder, 'index.html')).href;
const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';

let browser: Browser | undefined;
let opened: ReturnType<typeof open> | undefined;

beforeAll(async () => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-docs.ts'), '--out', join(folder, 'index.html')]);
  if (typeof chromium !== 'string') browser = await openBrowser(chromium);
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(typeof chromium === 'string')(`the docs${reason}`, () => {
  test.each(['light', 'dark'] as const)('%s: ask for nothing and complain of nothing', async (colorScheme) => {
    const { page, asked, complaints } = await open(docs, colorScheme);
    for (const hash of ['#/errors', '#/lifecycle', ...operations.map(({ id }) => `#/payments/${id.toLowerCase()}`)]) {
      await page.goto(docs + hash);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
    }
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(colorScheme === 'dark');
    await page.context().close();
  });

  test('the sidebar shows every guide and every operation, in three groups', async () => {
    const page = await read();
    await page.locator('.menu-content').getByText('Payments', { exact: true }).click();
    const menu = await page.locator('.menu-content [data-testid="menu-item-label"]').allInnerTexts();
    const labels = menu.map((text) => text.replace(/\s+POST$/, '').trim());
    for (const label of [...titles, ...operations.map(({ node }) => node.summary)]) expect(labels).toContain(label);
    expect(labels.filter((label) => ['Guides', 'Operations', 'Reference'].includes(label))).toHaveLength(3);
    expect(await page.title()).toBe(document.info.title);
  });

  test.each(operations)('$id has its samples', async ({ id }) => {
    const place = `payments/${id.toLowerCase()}`;
    const page = await read(`#/${place}`);
    // Found by the server's name, because the language's name changes when another is chosen.
    const panels = page.locator(`[id="${place}"]`).getByTestId('right-panel');
    const panel = panels.filter({ hasText: 'The sandbox on your own machine' }).first();
    for (const [language, words] of [
      ['curl', '$BASE_URL/api/v1/payments/'],
      ['TypeScript', '@payment-invoice/client'],
      ['Python', 'urllib.request'],
    ] as const) {
      await panel.getByRole('button', { name: /^(curl|TypeScript|Python)$/ }).click();
      await page.getByRole('menuitem', { name: language }).click();
      await expect.poll(() => panel.textContent()).toContain(words);
    }
  });

  test('the callback is there, with its headers and its payload', async () => {
    const page = await read('#/payments/createpayment');
    await page.getByText('The invoice changed').click();
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'sequence']) {
      await expect.poll(() => page.getByText(name, { exact: true }).count()).toBeGreaterThan(0);
    }
  });

  test('the table of errors has a row for each code, and the drawing an arrow for each change of status', async () => {
    const page = await read('#/errors');
    const codes = await page.locator('table.problems tbody td:nth-child(2)').allInnerTexts();
    expect(codes.toSorted()).toEqual(problems.map(({ code }) => code).toSorted());
    // Redoc renders a section only when the reader comes near it.
    await page.goto(`${docs}#/lifecycle`);
    await page.locator('.lifecycle-diagram').waitFor();
    const states = await page.locator('.lifecycle-diagram .state-text').allTextContents();
    expect(states.toSorted()).toEqual(lifecycles[0]?.states.toSorted());
    expect(await page.locator('.lifecycle-diagram .badge').count()).toBeGreaterThan(states.length);
    expect(await page.locator('.lifecycle-legend li').count()).toBeGreaterThan(1);
  });

  test('nothing is wider than a telephone', async () => {
    const { page } = await open(docs, 'light', 400);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
    await page.context().close();
  });
});

test('a contract that cannot be read is all that is spoken of', () => {
  const file = join(folder, 'broken.yaml');
  writeFileSync(file, 'a: [');
  const command = [join(import.meta.dirname, 'build-docs.ts'), '--contract', file, '--out', join(folder, 'broken.html')];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(stderr).toMatch(`Redoc could not make the page from ${file}:\nbundling `);
  expect(status).toBe(1);
});

describe.skipIf(typeof chromium === 'string')(`the list of requirements${reason}`, () => {
  test('has a row for each, finds by word, links both ways, and asks for nothing', async () => {
    const { page, asked, complaints } = await open(`${docs}#/requirements`);
    await page.getByText('Open the list of requirements').click();
    await expect.poll(() => page.title()).toContain('Requirements');
    const ids = await page.locator('tbody tr').evaluateAll((rows) => rows.map(({ id }) => id));
    expect(ids).toEqual(requirements.map(({ id }) => id));
    await page.getByRole('searchbox').fill('callbacks MUST');
    const left = await page.locator('tbody tr:visible').allInnerTexts();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(ids.length);
    await page.getByText('Back to the docs').click();
    await expect.poll(() => page.title()).toBe(document.info.title);
    expect({ asked, complaints }).toEqual({ asked: [], complaints: [] });
    await page.context().close();
  });
});

/** Goes to a place in a page that all tests share that only read: rendering takes longer than they do. */
async function read(hash = ''): Promise<Page> {
  opened ??= open(docs);
  const { page } = await opened;
  await page.goto(docs + hash);
  return page;
}

/** Opens a page of our folder without a network, and keeps its requests and its complaints. */
async function open(url: string, colorScheme: 'light' | 'dark' = 'light', width = 1440) {
  if (!browser) throw new Error('There is no browser.');
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  await context.setOffline(true);
  const asked: string[] = [];
  const complaints: string[] = [];
  const page: Page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.route('**/*', (route) => {
    const own = route.request().isNavigationRequest() && route.request().url().startsWith(pathToFileURL(folder).href);
    if (own || route.request().url().startsWith('data:')) return route.continue();
    asked.push(route.request().url());
    return route.abort();
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  // The build renders the page; it reacts once the search is there.
  await page.getByText('Search', { exact: false }).first().waitFor({ state: 'attached' });
  return { page, asked, complaints };
}
