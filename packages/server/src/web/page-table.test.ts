import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

describe('pages', () => {
  test('every problem has one, to which its type links', async () => {
    const server = await startTestServer();
    const { json } = await server.post('/api/v1/payments/fetch', { invoiceId: 'x' });
    const page = await fetch(json.type);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('No invoice of this account has that id.');
    expect((await fetch(`${server.baseUrl}/problems/nope`)).status).toBe(404);
  });

  test('the other pages respond, with an id for each request', async () => {
    const server = await startTestServer();
    for (const [path, status] of [
      ['/healthz', 200],
      ['/', 302],
      ['/nothing', 404],
      ['/api/v1/payments/create', 405],
      ['/sandbox/payments', 405],
    ] as const) {
      const response = await fetch(server.baseUrl + path, { redirect: 'manual' });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect([200, 503]).toContain((await fetch(`${server.baseUrl}/docs`)).status);
  });
});
