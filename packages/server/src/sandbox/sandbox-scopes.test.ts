/** Tests that the scopes of a token also apply outside the API: on the sandbox's own paths and in its console. */

import { allScopes } from '@payment-invoice/kit/tokens';
import { expect, test } from 'vitest';
import { openConsole } from '../../testing/console/open-console.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

/** The scope that each path requires. Every token may make another token, because the new token has no additional scopes. */
const paths: Record<string, { scope?: string; body: (invoiceId: string) => object }> = {
  '/sandbox/payments': { scope: 'receipts:write', body: (invoiceId) => ({ invoiceId, amount: 1, outcome: 'completed' }) },
  '/sandbox/clock': { scope: 'invoices:write', body: () => ({ advanceSeconds: 1 }) },
  '/sandbox/tokens': { body: () => ({}) },
  '/sandbox/rate-limits': { scope: 'invoices:write', body: () => ({ on: false }) },
  '/sandbox/outage': { scope: 'invoices:write', body: () => ({ part: 'verifier', on: false }) },
  '/sandbox/callback-secret': { scope: 'invoices:write', body: () => ({}) },
};

const mint = async (server: TestServer, scopes: readonly string[]): Promise<string> =>
  (await server.post('/sandbox/tokens', { scopes })).json.token;

test.each(Object.entries(paths))('%s is for tokens with its scope', async (path, { scope, body }) => {
  const server = await startTestServer();
  const { id } = await server.create();
  const others = allScopes.filter((name) => name !== scope);
  const without = await server.post(path, body(id), await mint(server, others));
  expect([without.status, without.json.code]).toEqual(scope ? [403, 'insufficient_scope'] : [200, undefined]);
  expect((await server.post(path, body(id), await mint(server, scope ? [scope] : []))).status).toBe(200);
});

test.each([
  ['tools/clock', { seconds: '60' }],
  ['tools/outage', { part: 'verifier', on: 'true' }],
  ['tools/rate-limits', { on: 'true' }],
  ['tools/callback-secret', {}],
  ['invoices/ID/callbacks', { event: 'evt_1' }],
])('the form %s of the console is refused for a token that may only read', async (path, fields) => {
  const server = await startTestServer();
  const { id } = await server.create();
  const reader = await openConsole(server, await mint(server, ['invoices:read']));
  expect((await reader.get(`/sandbox/invoices/${id}`)).status).toBe(200);
  const { status, text } = await reader.send(`/sandbox/${path.replace('ID', id)}`, fields);
  expect([status, text]).toEqual([403, expect.stringContaining('lacks the scope invoices:write')]);
  const writer = await openConsole(server, await mint(server, ['invoices:read', 'invoices:write']));
  expect([200, 303]).toContain((await writer.send(`/sandbox/${path.replace('ID', id)}`, fields)).status);
});

test('the console shows nothing to a token that may not read', async () => {
  const server = await startTestServer();
  await expect(openConsole(server, await mint(server, ['invoices:write', 'receipts:write']))).rejects.toThrow('422');
});
