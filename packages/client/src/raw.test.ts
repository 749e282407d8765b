import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, test } from 'vitest';
import { invoice, json, problem, type Scripted, startScriptedServer } from '../testing/scripted-server.ts';
import { ConnectionError, TimeoutError, UnexpectedResponseError } from './index.ts';
import { createRawClient } from './raw.ts';

async function start(...script: Scripted[]) {
  const server = await startScriptedServer(...script);
  return { server, raw: createRawClient({ baseUrl: server.baseUrl, token: 'token', attemptTimeoutMs: 2000 }) };
}
const body = { invoiceId: 'inv_1' };

test('sends as openapi-fetch does, with base URL and token set', async () => {
  const { server, raw } = await start(json(invoice), problem(404, 'invoice_not_found'));
  const first = await raw.POST('/api/v1/payments/fetch', { body });
  expect(first.data).toEqual(invoice);
  expect(first.response.status).toBe(200);
  const second = await raw.POST('/api/v1/payments/fetch', { body });
  expect(second).toMatchObject({ error: { code: 'invoice_not_found' }, response: { status: 404 } });
  expect(second.data).toBeUndefined();
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/payments/fetch', text: JSON.stringify(body) });
  expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer token', 'content-type': 'application/json' });
  expect(server.seen[0]?.headers['user-agent']).toMatch(/^payment-invoice-client\//);
});

test('sends the parameters of the contract', async () => {
  const { server, raw } = await start(json(invoice));
  const params = { header: { 'Idempotency-Key': 'order-1' } };
  await raw.POST('/api/v1/payments/create', { body: { ...order, amount: 5 }, params });
  expect(server.seen[0]?.headers['idempotency-key']).toBe('order-1');
});

test('throws as every call does when there is no response', async () => {
  const { raw } = await start('reset');
  await expect(raw.POST('/api/v1/payments/fetch', { body })).rejects.toBeInstanceOf(ConnectionError);
  const never = await startScriptedServer('never');
  const hasty = createRawClient({ baseUrl: never.baseUrl, token: 'token', attemptTimeoutMs: 20 });
  await expect(hasty.POST('/api/v1/payments/fetch', { body })).rejects.toBeInstanceOf(TimeoutError);
});

test('a redirect that the platform hides is an error too', async () => {
  const raw = createRawClient({ baseUrl: 'http://127.0.0.1:1', token: 'token', fetch: async () => Response.error() });
  const { error } = await raw.POST('/api/v1/payments/fetch', { body });
  expect(error).toBeInstanceOf(UnexpectedResponseError);
});
