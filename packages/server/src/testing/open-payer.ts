import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Chromium, findChromium, openBrowser } from '@payment-invoice/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** The browser of this machine, or why there is none. */
export const chromium: Chromium | string = await findChromium();

let started: Promise<Browser> | undefined;

/** A payer with a browser window. */
export interface Payer {
  page: Page;
  /** Every address that was requested. */
  asked: string[];
}

/**
 * Opens a window of its own for a test, closed when the test ends. The test fails when anything in it complained: a blocked
 * script or style, an error, a request without a response.
 */
export async function openPayer(options: BrowserContextOptions = {}): Promise<Payer> {
  if (typeof chromium === 'string') throw new Error(chromium);
  started ??= openBrowser(chromium);
  const browser = await started;
  // What moves is drawn sixty times a second, by the CPU.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    // A refused form gets a 422, which the browser logs.
    if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return { page, asked };
}

/** Ends the browser; for `afterAll`. */
export async function closeBrowser(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}

/** Keeps a picture of the page for people to look at, in the folder that SCREENSHOTS names; without it, does nothing. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
