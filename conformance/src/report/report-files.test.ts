/** Tests the files of a run by reading them with the tools that people use: a JSON Schema validator, an XML parser, a browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, openBrowser } from '@payment-invoice/browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { makeBadReport } from '../../testing/make-report.ts';
import { mistakesOf } from '../../testing/mistakes-of.ts';
import { against, type CommandRun, payBase, runConformance } from '../../testing/run-conformance.ts';
import { startFault } from '../../testing/with-subject.ts';
import type { RunningServer } from '../engine/running-server.ts';
import { renderHtml } from './html/render-html.ts';

const callbackSecret = 'whsec_c2VjcmV0IHRoYXQgbm8gcmVwb3J0IGhvbGRz';
const kinds = {
  passing: [() => startCoreServer({}), '--pay', payBase, '--callback-secret', callbackSecret],
  failing: [() => startFault('amount-changed-at-fetch'), '--pay', payBase],
  partial: [() => startCoreServer({}), '--operation', 'create-payment'],
  'nothing proven': [() => startCoreServer({})],
} as const;
type Kind = keyof typeof kinds;
const runs = {} as Record<Kind, CommandRun>;
const subjects: RunningServer[] = [];
const chromium = await findChromium();
const reason = typeof chromium === 'string' ? ` (skipped: ${chromium})` : '';
const browser = typeof chromium === 'string' ? undefined : await openBrowser(chromium);

beforeAll(async () => {
  for (const [kind, [start, ...args]] of Object.entries(kinds)) {
    const subject = await start();
    subjects.push(subject);
    runs[kind as Kind] = await runConformance(...against(subject), ...args);
  }
});
afterAll(async () => {
  await browser?.close();
  for (const subject of subjects) await subject.close();
});

const fileOf = (kind: Kind, name: string): string => readFileSync(join(runs[kind].out, name), 'utf8');

describe.each(Object.keys(kinds) as Kind[])('the files of a run that is %s', (kind) => {
  test('report.json is as its schema says', () => {
    const report = runs[kind].report();
    expect(mistakesOf(report)).toEqual([]);
    expect(report.verdict).toBe({ passing: 'conformant', failing: 'not conformant' }[kind as string] ?? kind);
    expect(Object.values(report.counts).reduce((sum, count) => sum + count)).toBe(report.results.length);
  });

  test('none holds the token or the secret of callbacks', () => {
    const token = subjects[Object.keys(kinds).indexOf(kind)]?.token ?? '';
    for (const name of ['report.json', 'report.html', 'junit.xml', 'exchanges.har'])
      for (const secret of [token, callbackSecret]) expect(fileOf(kind, name).includes(secret), name).toBe(false);
  });

  test('exchanges.har has every request, with the case that sent it', () => {
    const { log } = JSON.parse(fileOf(kind, 'exchanges.har'));
    const { runId, traffic } = runs[kind].report();
    expect(log.version).toBe('1.2');
    expect(log.entries).toHaveLength(traffic.requests);
    for (const entry of log.entries) {
      expect(entry).toMatchObject({ startedDateTime: expect.stringMatching(/Z$/), comment: expect.stringMatching(/\w/) });
      const agent = entry.request.headers.find(({ name }: { name: string }) => name === 'User-Agent').value;
      // The case `odd-headers` is an exception: it sends a long User-Agent of its own.
      if (!entry.comment.includes('/odd-headers')) expect(agent).toContain(runId);
    }
  });
});

describe.skipIf(browser === undefined)(`in a browser${reason}`, () => {
  async function open(kind: Kind, options: object = {}, name = 'report.html') {
    const context = await (browser as NonNullable<typeof browser>).newContext(options);
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('request', (request) => request.url().startsWith('file:') || trouble.push(request.url()));
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    await page.goto(pathToFileURL(join(runs[kind].out, name)).href);
    return { page, context, trouble };
  }

  test.each(Object.keys(kinds) as Kind[])(
    'the page of a run that is %s asks for nothing, complains of nothing and fits',
    async (kind) => {
      const { page, context, trouble } = await open(kind);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
      }
      expect(trouble).toEqual([]);
      await context.close();
    },
  );

  test('a thousand findings are one readable page', async () => {
    writeFileSync(join(runs.failing.out, 'bad.html'), renderHtml(makeBadReport()));
    const { page, context, trouble } = await open('failing', {}, 'bad.html');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(15_000);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(trouble).toEqual([]);
    expect(await page.locator('.finding:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('.requirement[open]').count()).toBe(await page.locator('.requirement').count());
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await page.locator('.finding:visible').count()).toBe(0);
    await context.close();
  });

  test('the index of causes leads to a requirement, and opens it', async () => {
    writeFileSync(join(runs.failing.out, 'bad.html'), renderHtml(makeBadReport()));
    const { page, context } = await open('failing', {}, 'bad.html');
    await page.locator('.causes details summary').first().click();
    const link = page.locator('.causes a:visible').last();
    const id = await link.textContent();
    await link.click();
    // Waits until the page has opened the requirement, which it does at the browser's hashchange event.
    await expect.poll(() => page.locator(`[id="${id}"] .finding`).first().isVisible()).toBe(true);
    await context.close();
  });

  test('an option that a sentence names is not broken at its hyphens', async () => {
    const { page, context } = await open('nothing proven', { viewport: { width: 360, height: 800 } });
    const options = page.locator('.reason .option');
    expect(await options.allTextContents()).toEqual(expect.arrayContaining(['--pay']));
    for (const option of await options.all())
      expect(await option.evaluate((element: { getClientRects(): { length: number } }) => element.getClientRects().length)).toBe(
        1,
      );
    await context.close();
  });

  test('the verdict comes first, then what broke with its text, difference, exchange and curl line', async () => {
    const { page, context } = await open('failing');
    const report = runs.failing.report();
    expect(await page.getByRole('heading').first().textContent()).toMatch(/ is not conformant: \d+ requirements? broke\.$/);
    const first = page.locator('.requirement').first();
    const [broken] = report.results.flatMap(({ findings }) => findings);
    if (broken === undefined) throw new Error('Nothing broke.');
    expect(await first.getAttribute('open')).not.toBeNull();
    const text = await first.textContent();
    for (const part of [broken.expected, broken.received, 'curl -sS', '$TOKEN']) expect(text).toContain(part);
    await first.locator('.exchanges summary').first().click();
    expect(await first.locator('.exchange').first().textContent()).toContain('Authorization: Bearer $TOKEN');
    await context.close();
  });

  test('search and filter shorten the list, and say so if nothing matches', async () => {
    const { page, context } = await open('failing');
    const shown = page.locator('.requirement:visible');
    const all = await shown.count();
    await page.getByRole('searchbox').fill('invoice-note');
    expect(await shown.count()).toBeLessThan(all);
    expect(await shown.first().getAttribute('id')).toBe('invoice-note');
    await page.getByRole('searchbox').fill('no such words');
    expect(await page.getByText('Nothing matches.').isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('');
    await page.locator('.verdicts label', { hasText: 'Held' }).click();
    expect(await page.locator('#pass').isVisible()).toBe(false);
    await context.close();
  });

  test('without script everything is there but the filter', async () => {
    const { page, context } = await open('failing', { javaScriptEnabled: false });
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await page.locator('.finding').first().isVisible()).toBe(true);
    await context.close();
  });

  test('text from a server never becomes markup', async () => {
    const report = runs.failing.report();
    const hostile = `</code></pre><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;
    for (const result of report.results)
      for (const finding of result.findings) {
        finding.received = hostile;
        for (const { answer } of finding.exchanges) if (answer) answer.text = hostile;
      }
    writeFileSync(join(runs.failing.out, 'hostile.html'), renderHtml(report));
    const { page, context, trouble } = await open('failing', {}, 'hostile.html');
    expect(await page.title()).toContain('is not conformant');
    expect(await page.locator('img').count()).toBe(0);
    expect(trouble).toEqual([]);
    await context.close();
  });
});
