import { type Browser, chromium } from 'playwright-core';
import type { Chromium } from './find-chromium.ts';

/** Starts a browser without a window. The caller closes it. */
export function openBrowser({ executablePath, env }: Chromium): Promise<Browser> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    env: { ...Object.fromEntries(inherited), ...env },
    // Chromium's own sandbox refuses root and most containers, and this browser opens only our own pages.
    // Pages of one context share a process, because starting another process costs more than a small page.
    args: ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'],
  });
}
