/** Tests the demo by using it as a user would: command, browser, basket, payment. SCREENSHOTS=folder saves screenshots. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, openBrowser } from '@payment-invoice/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';
const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-demo-'));
let browser: Browser | undefined;
let demo: Demo;

interface Demo {
  child: ChildProcess;
  output: () => string;
}

beforeAll(async () => {
  demo = start({ DATA_DIR: folder });
  if (typeof chromium !== 'string') browser = await openBrowser(chromium);
});

afterAll(async () => {
  await browser?.close();
  demo.child.kill('SIGTERM');
  if (demo.child.exitCode === null) await once(demo.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(typeof chromium === 'string')(`the demo shop${reason}`, () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  test.each([
    ['with script', {}],
    ['without script, on a phone', { ...phone, javaScriptEnabled: false }],
  ])('%s: from the basket to paid', async (way, options) => {
    const page = await openShop(options);
    await page.getByLabel('Lemon cake').fill('2');
    await keepPicture(page, `shop ${way}`);
    await page.getByRole('button', { name: 'Order and pay' }).click();
    expect(await page.locator('.amount').textContent()).toBe('$12.00');
    await keepPicture(page, `pay ${way}`);
    await page.getByRole('button', { name: /^Pay in full/ }).click();
    await page.getByRole('link', { name: /^Return to/ }).click();
    expect(await page.locator('#state').textContent()).toBe('Paid. Thank you, your order is being made.');
    await expect
      .poll(async () => {
        await page.reload();
        return page.locator('#callbacks').textContent();
      })
      .toBe('invoice.paid');
    await keepPicture(page, `order ${way}`);
  });

  test.each([
    [/^Pay a part/, /Part of your payment/],
    [/^Let it fail/, /failed/],
    [/^Stay pending/, /waiting/],
  ])('%s: the shop knows', async (press, says) => {
    const page = await openShop();
    await page.getByRole('button', { name: 'Order and pay' }).click();
    await page.getByRole('button', { name: press }).click();
    await page.getByRole('link', { name: /eturn to/ }).click();
    expect(await page.locator('#state').textContent()).toMatch(says);
  });

  test('an empty basket is not ordered, and a browser cannot set a price', async () => {
    const page = await openShop();
    await page.getByLabel('Filter coffee').fill('0');
    await page.getByRole('button', { name: 'Order and pay' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('basket');
    for (const body of ['coffee=-1', 'coffee=1e9', 'coffee=1.5', 'gold=1', 'price=0', '']) {
      const response = await fetch(`${await shopUrl()}/orders`, { method: 'POST', body, redirect: 'manual' });
      expect([body, response.status]).toEqual([body, 422]);
    }
  });

  test('what there is not is a page that says so', async () => {
    for (const path of ['/nothing', '/orders/x', `/orders/${'0'.repeat(36)}`, '/../package.json'])
      expect((await fetch((await shopUrl()) + path)).status).toBe(404);
  });
});

describe('the command', () => {
  test.each<[{ PORT?: string }, string[], number, RegExp]>([
    [{ PORT: 'x' }, [], 2, /PORT is "x", which is not a port/],
    [{}, ['--fast'], 2, /takes no arguments/],
    [{ PORT: 'taken' }, [], 1, /in use/],
  ])('%j %j is refused with a sentence', async (env, args, exit, words) => {
    const port = env.PORT === 'taken' ? new URL(await shopUrl()).port : env.PORT;
    const own = mkdtempSync(join(tmpdir(), 'payment-invoice-demo-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const { child, output } = start({ DATA_DIR: own, ...(port && { PORT: port }) }, args);
    const [code] = await once(child, 'close');
    expect([code, output()]).toEqual([exit, expect.stringMatching(words)]);
    expect(output()).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

function start(env: Record<string, string>, args: string[] = []): Demo {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), ...args], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

async function shopUrl(): Promise<string> {
  const url = () => /Shop +(http\S+)/.exec(demo.output())?.[1];
  await expect.poll(url, { timeout: 30_000 }).toBeDefined();
  return url() ?? '';
}

async function openShop(options: BrowserContextOptions = {}): Promise<Page> {
  if (!browser) throw new Error('There is no browser.');
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(await shopUrl());
  return page;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const pictures = process.env.SCREENSHOTS;
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
