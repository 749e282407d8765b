import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chromium, findChromium, openBrowser } from '@payment-invoice/browser';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';

/** The browser of this machine, or the reason why there is none. */
const chromium: Chromium | string = await findChromium();

let started: Promise<Browser> | undefined;

/** The browser contexts of earlier tests, by options. They are reused, because they have loaded and compiled the page's code. */
const shared = new Map<string, Promise<BrowserContext>>();

/** A payer with a browser page. */
export interface Payer {
  page: Page;
  /** The URLs of all requests that the page has sent. */
  asked: string[];
}

/**
 * Opens a page for a test, without the cookies of other tests, and closes it when the test ends. The test fails if the page
 * reports a blocked script or style, an error, or a request without a response. Tests with the same options share a browser
 * context, so a test may change only the settings of its page.
 */
export async function openPayer(options: BrowserContextOptions = {}): Promise<Payer> {
  const key = JSON.stringify(options);
  const opened = shared.get(key) ?? openWindow(options, true);
  shared.set(key, opened);
  const context = await opened;
  return openPage(context, async (page) => {
    await page.close();
    await context.clearCookies();
  });
}

/** Opens a page in its own browser context. The test can move the clock of this context. */
export async function openPayerWithClock(): Promise<Payer> {
  const context = await openWindow({}, false);
  await context.clock.install();
  return openPage(context, () => context.close());
}

async function openWindow(options: BrowserContextOptions, isKept: boolean): Promise<BrowserContext> {
  if (typeof chromium === 'string') throw new Error(chromium);
  started ??= openBrowser(chromium);
  const browser = await started;
  // Animations would be drawn sixty times a second, which takes CPU time.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  // Keeps an empty page open, because the browser process of a context ends with its last page.
  if (isKept) await context.newPage();
  return context;
}

async function openPage(context: BrowserContext, close: (page: Page) => Promise<void>): Promise<Payer> {
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    // Ignores the 4xx status of a refused form, because the browser logs that as an error too.
    if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await close(page);
    expect(complaints).toEqual([]);
  });
  return { page, asked };
}

/** Describes tests in a browser, which is closed afterwards. Without a browser, skips them, and says why in their name. */
export function describeInBrowser(name: string, tests: () => void): void {
  const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';
  describe.skipIf(reason !== '')(name + reason, () => {
    // The next test file may share this module, and must then start its own browser.
    afterAll(async () => {
      await (await started)?.close();
      started = undefined;
      shared.clear();
    });
    tests();
  });
}

/** If SCREENSHOTS is set, saves a screenshot of the page in that folder, for people to look at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
