import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A page in a browser. */
export interface OpenPage {
  page: Page;
  /** The URLs that the page requested, except those in its own folder or on its own server. */
  asked: string[];
  /** Errors and warnings from the browser's console. */
  complaints: string[];
}

/** Opens a page, and closes its context after the test. A `file:` page is offline, and can navigate only within its folder. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const isFile = url.startsWith('file:');
  await context.setOffline(isFile);
  const beside = isFile ? new URL('.', url).href : `${new URL(url).origin}/`;
  const asked: string[] = [];
  const complaints: string[] = [];
  const page = await context.newPage();
  // Waits longer than a page needs, because other tests may be using every core.
  page.setDefaultTimeout(30_000);
  await page.route('**/*', (route) => {
    const request = route.request();
    const isOwn = request.url().startsWith(beside) && (!isFile || request.isNavigationRequest());
    if (isOwn || request.url().startsWith('data:')) return route.continue();
    asked.push(request.url());
    return route.abort();
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, asked, complaints };
}
