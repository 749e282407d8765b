/** Tests that the README's receivers, exactly as printed there, accept signed callbacks and refuse all others. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { signTestEvent } from '@payment-invoice/client/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { app as expressApp } from './express.ts';
import { POST } from './fetch-handler.ts';
import { app as koaApp } from './koa.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');

beforeEach(() => {
  vi.stubEnv('CALLBACK_SECRET', secret);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Send = (body: string, headers: Record<string, string>) => Promise<number>;

/** Makes a function that sends a callback over HTTP to a server with the given listener, and returns the response's status. */
const over =
  (listener: RequestListener): Send =>
  async (body, headers) => {
    const server = createServer(listener);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { status } = await fetch(`http://127.0.0.1:${port}/payment-callbacks`, { method: 'POST', body, headers });
    server.close();
    return status;
  };

const receivers: [string, Send][] = [
  ['koa.ts', over(koaApp.callback())],
  ['express.ts', over(expressApp)],
  [
    'fetch-handler.ts',
    async (body, headers) => (await POST(new Request('https://shop.example/', { method: 'POST', body, headers }))).status,
  ],
];

describe.each(receivers)('%s', (file, send) => {
  test('takes what is signed, and responds 400 to the rest', async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { body, headers } = await signTestEvent({ type: 'invoice.paid', data: { note: 'Grüße' } }, secret);
    expect(await send(body, headers)).toBe(204);
    expect(logged).toHaveBeenCalledExactlyOnceWith('invoice.paid: inv_test is PAID.');
    expect(await send(`${body} `, headers)).toBe(400);
    expect(await send(body, { 'content-type': 'application/json' })).toBe(400);
    const old = await signTestEvent({}, secret, { at: Date.now() - 600_000 });
    expect(await send(old.body, old.headers)).toBe(400);
    expect(logged).toHaveBeenCalledOnce();
  });

  test('responds 400 to a stranger, whatever is sent', async () => {
    const { headers } = await signTestEvent({}, secret);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      expect(await send('x=1', { ...headers, 'content-type': type })).toBe(400);
      expect(await send('', { ...headers, 'content-type': type })).toBe(400);
    }
  });

  test('stands in the README', () => {
    expect(readme).toContain(readFileSync(join(import.meta.dirname, file), 'utf8'));
  });
});

test.each(['checkout.ts', 'checkout.test.ts', 'checkout.node-test.ts', 'checkout.jest.cjs'])(
  '%s stands in TESTING.md',
  (file) => {
    const page = readFileSync(resolve(import.meta.dirname, '../TESTING.md'), 'utf8');
    expect(page).toContain(readFileSync(join(import.meta.dirname, 'testing', file), 'utf8'));
  },
);

test('the test of node:test passes, as it stands there', () => {
  const file = join(import.meta.dirname, 'testing/checkout.node-test.ts');
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('pass 2');
  expect(status).toBe(0);
});

test.each([
  ['koa.ts', koaApp.callback()],
  ['express.ts', expressApp],
])('%s does not read without end', async (_, listener) => {
  const { headers } = await signTestEvent({}, secret);
  // The server may close the connection while the body is still being sent. Then fetch fails, and the test counts that as a 413.
  expect(await over(listener)('x'.repeat(1_000_000), headers).catch(() => 413)).toBe(413);
});
