/** Tests how a session of the console begins and ends, and that the console shows nothing without a session. */
import { describe, expect, test } from 'vitest';
import { openConsole } from '../../testing/console/open-console.ts';
import { startTestServer } from '../../testing/start-test-server.ts';

const pages = ['/sandbox', '/sandbox/invoices/ID', '/sandbox/requests', '/sandbox/requests/REQUEST', '/sandbox/tools'];

describe('signing in', () => {
  test('puts the token into a cookie that scripts cannot read and other sites cannot send', async () => {
    const server = await startTestServer();
    const reader = await openConsole(server);
    const again = await reader.get('/sandbox');
    const cookie = again.headers.getSetCookie().find((one) => one.startsWith('sandbox_console_')) ?? '';
    expect(cookie).toMatch(/^sandbox_console_\w{8}=[\w-]+; Path=\/sandbox; Max-Age=3600; HttpOnly; SameSite=Strict$/);
    expect(decodeURIComponent(cookie)).not.toContain(server.token);
    expect(again.text).toContain('acc_sandbox');
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect(again.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  });

  test('rejects a text that is not a token of this sandbox', async () => {
    const server = await startTestServer();
    for (const token of ['', 'wrong', 'pi_test_0', 'x'.repeat(9_000)])
      await expect(openConsole(server, token)).rejects.toThrow('422');
  });

  test('is required by every page, which otherwise asks for a token and shows nothing', async () => {
    const server = await startTestServer();
    const { id } = await server.create({ cashTag: '$secretshop' });
    for (const page of pages) {
      const response = await fetch(server.baseUrl + page.replace('ID', id));
      const text = await response.text();
      expect(response.status, page).toBe(200);
      expect(text, page).toContain('name="token"');
      expect(text, page).not.toContain('$secretshop');
    }
    expect((await fetch(`${server.baseUrl}/sandbox/live/invoices/${id}`)).status).toBe(204);
  });

  test('ends an hour after the last page, when the token is revoked, or when the reader signs out', async () => {
    const server = await startTestServer();
    const { token } = (await server.post('/sandbox/tokens', {})).json;
    const [reader, other] = [await openConsole(server, token), await openConsole(server)];
    const isIn = async (one: typeof reader) => !(await one.get('/sandbox/tools')).text.includes('name="token"');
    expect(await isIn(reader)).toBe(true);
    await server.post('/sandbox/tokens/revoke', { token });
    expect([await isIn(reader), await isIn(other)]).toEqual([false, true]);
    // Moving the sandbox's clock does not end a session.
    await server.post('/sandbox/clock', { advanceSeconds: 86_400 });
    expect(await isIn(other)).toBe(true);
    expect((await other.send('/sandbox/sign-out')).headers.getSetCookie().join()).toContain('Max-Age=0');
    server.clock.now += 3_600_000;
    expect(await isIn(other)).toBe(false);
  });

  test('returns to the requested page, and nowhere else', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const reader = await openConsole(server);
    const leadTo = async (way: string) => (await reader.send('/sandbox/sign-in', { token: server.token, way })).location;
    const invoice = `/sandbox/invoices/${id}`;
    expect(await leadTo(invoice)).toBe(invoice);
    for (const way of ['https://evil.example/', '//evil.example', '/sandbox/../evil', `${invoice}?x`])
      expect(await leadTo(way)).toBe('/sandbox');
  });
});
