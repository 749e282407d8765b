/** Tests the console in a real browser: with the keyboard only, with live updates, and without scripts. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openPayer } from '../../testing/open-payer.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

/** Presses Tab until an element has the focus, as people without a mouse do. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab leads nowhere near ${selector}.`);
}

/** Presses a key on an element, and waits until the element `next` appears. */
async function press(page: Page, selector: string, next: string, key = 'Enter'): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press(key);
  await page.waitForSelector(next);
}

async function signIn(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.baseUrl}/sandbox`);
  await tabTo(page, '#token');
  await page.keyboard.type(server.token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#invoices');
}

describeInBrowser('the console', () => {
  test('does everything with the keyboard only', async () => {
    const server = await startTestServer();
    const { page } = await openPayer();
    await signIn(page, server);
    await tabTo(page, '#amount');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('1.005');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#amount-error');
    // The invalid field has the focus.
    await page.waitForSelector('#amount:focus');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=The invoice was created.');
    await press(page, '#play-part', 'main .card .status.under_paid');
    await press(page, '.history details > summary', '.history details[open] pre');
    await page.goto(`${server.baseUrl}/sandbox/tools`);
    await press(page, '[aria-label="Receipt verifier: Take away"]', '[aria-label="Receipt verifier: Bring back"]', 'Space');
    await press(page, '[action$="callback-secret"] button', '#new-secret:focus');
    await press(page, '.account button', 'text=You are signed out.');
    expect(await page.title()).toBe('Sign in · Sandbox console');
  });

  test('immediately shows what programs do, and keeps what the reader has opened and focused', async () => {
    const server = await startTestServer();
    const { page } = await openPayer();
    await signIn(page, server);
    await page.waitForSelector('.empty');
    const { id } = await server.create({ amount: 7 });
    await page.waitForSelector(`.list a[href$="${id}"]`);
    await page.fill('#callbackUrl', 'https://half.typed');
    await server.submit(id, await server.pay(id, 2));
    await page.waitForSelector('.list .status.under_paid');
    expect(await page.inputValue('#callbackUrl')).toBe('https://half.typed');
    await page.click(`.list a[href$="${id}"]`);
    const first = page.locator('.history > li > details').last();
    await first.locator('> summary').focus();
    await page.keyboard.press('Enter');
    const opened = await first.getAttribute('id');
    await server.submit(id, await server.pay(id, 5));
    await page.waitForSelector('main .card .status.paid');
    expect(await page.locator(`#${opened}`).getAttribute('open')).toBe('');
    expect(await page.evaluate('document.activeElement.parentElement.id')).toBe(opened);
  });

  test('copies a request as curl', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const { page } = await openPayer({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, server);
    await page.goto(`${server.baseUrl}/sandbox/requests`);
    await page.click('.requests a >> nth=0');
    await page.click('text=Copy as curl');
    await page.click('button[data-copy$="-curl-text"]');
    await page.waitForSelector('button:has-text("Copied")');
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain('curl -sS -X POST "$BASE_URL"/api/v1/payments/create');
    expect(copied).toContain('"amount":12.5');
    expect(copied).not.toContain(server.token);
    expect(await page.content()).toContain(id);
  });

  test('works without scripts, except for live updates', async () => {
    const server = await startTestServer();
    const { page } = await openPayer({ javaScriptEnabled: false });
    await page.goto(`${server.baseUrl}/sandbox/tools`);
    await page.fill('#token', server.token);
    await page.click('button:has-text("Sign in")');
    await page.click('text=+ 30 min');
    await page.waitForSelector('text=30 min ahead');
    await page.click('text=Invoices');
    await page.click('button:has-text("Create invoice")');
    await page.waitForSelector('text=The invoice was created.');
    await page.click('#play-full');
    await page.waitForSelector('main .card .status.paid');
    await page.click('.history summary >> nth=0');
    await page.waitForSelector('.history details[open]');
    expect(await page.locator('button[data-copy]:visible').count()).toBe(0);
  });
});
