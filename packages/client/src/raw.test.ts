import { expect, test } from 'vitest';
import { ConnectionError, TimeoutError, UnexpectedAnswerError } from './index.ts';
import { createRawClient } from './raw.ts';
import { type Answer, invoice, json, problem, startScriptedServer } from './testing/scripted-server.ts';

async function start(...script: Answer[]) {
  const server = await startScriptedServer(...script);
  return { server, raw: createRawClient({ baseUrl: server.baseUrl, token: 'token', attemptTimeoutMs: 2000 }) };
}
const body = { invoiceId: 'inv_1' };

test('answers as openapi-fetch does, with base URL and token set', async () => {
  const { server, raw } = await start(json(invoice), problem(404, 'invoice_not_found'));
  const first = await raw.POST('/api/v1/payments/fetch', { body });
  expect(first.data).toEqual(invoice);
  expect(first.response.status).toBe(200);
  const second = await raw.POST('/api/v1/payments/fetch', { body });
  expect(second.error).toMatchObject({ code: 'invoice_not_found' });
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/payments/fetch', text: JSON.stringify(body) });
  expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer token', 'content-type': 'application/json' });
});

test('fails as every call does when there is no answer', async () => {
  const { raw } = await start('reset');
  await expect(raw.POST('/api/v1/payments/fetch', { body })).rejects.toBeInstanceOf(ConnectionError);
  const never = await startScriptedServer('never');
  const hasty = createRawClient({ baseUrl: never.baseUrl, token: 'token', attemptTimeoutMs: 20 });
  await expect(hasty.POST('/api/v1/payments/fetch', { body })).rejects.toBeInstanceOf(TimeoutError);
});

test('gives an empty answer, and a redirect unfollowed', async () => {
  const { raw } = await start({ status: 204, text: '' }, { status: 302, headers: { location: '/login' }, text: '' });
  expect((await raw.POST('/api/v1/payments/fetch', { body })).response.status).toBe(204);
  expect((await raw.POST('/api/v1/payments/fetch', { body, parseAs: 'text' })).response.status).toBe(302);
});

test('throws for a redirect that the platform hides', async () => {
  const raw = createRawClient({ baseUrl: 'http://127.0.0.1:1', token: 'token', fetch: async () => Response.error() });
  await expect(raw.POST('/api/v1/payments/fetch', { body })).rejects.toBeInstanceOf(UnexpectedAnswerError);
});
