import { inspect } from 'node:util';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { expect, test, vi } from 'vitest';
import { invoice, json, problem, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { createClient } from '../index.ts';
import { makeHandClock } from '../test-kit/fake-service.ts';
import type { Hooks } from './client-options.ts';
import { systemClock } from './clock.ts';

const token = 'sandbox_test_verySecret';
const webReceipt = 'eyJhbGciOiJFZERTQSJ9.e30.c2ln';

async function record(script: Scripted[], own: Hooks = {}) {
  const told: [string, Record<string, unknown>][] = [];
  const server = await startScriptedServer(...script);
  const hooks: Hooks = {
    onRequest: (event) => void told.push(['request', { ...event }]),
    onResponse: (event) => void told.push(['response', { ...event }]),
    onRetry: (event) => void told.push(['retry', { ...event }]),
    onEnd: (event) => void told.push(['end', { ...event }]),
    ...own,
  };
  const client = createClient({ baseUrl: server.baseUrl, token, hooks, clock: makeHandClock() });
  return { told, server, client };
}

test('tell the whole of a call, in order, without token, receipt or body', async () => {
  const refused = problem(429, 'rate_limited', { detail: `${token} ${webReceipt}` }, { 'x-request-id': 'req_1' });
  const { told, client } = await record([refused, 'reset', json(invoice)]);
  await client.submitReceipt({ invoiceId: 'inv_1', webReceipt });
  expect(told.map(([what]) => what)).toEqual(['request', 'response', 'retry', 'request', 'retry', 'request', 'response', 'end']);
  expect(told[0]?.[1]).toMatchObject({ operation: 'submitReceipt', attempt: 1, headers: { 'content-type': 'application/json' } });
  expect(told[1]?.[1]).toMatchObject({ attempt: 1, status: 429, requestId: 'req_1', durationMs: 0 });
  expect(told[2]?.[1]).toMatchObject({ attempt: 1, delayMs: 250, error: { name: 'RateLimitError' } });
  expect(told[4]?.[1]).toMatchObject({ attempt: 2, delayMs: 500, error: { name: 'ConnectionError' } });
  expect(told.at(-1)?.[1]).toMatchObject({ operation: 'submitReceipt', attempts: 3, durationMs: 750, error: undefined });
  expect(new Set(told.map(([, { callId }]) => callId)).size).toBe(1);
  const all = inspect(told, { depth: 9, showHidden: true });
  expect(all).not.toContain(token);
  expect(all).not.toContain(webReceipt);
});

test('report a failure with the error that the caller catches', async () => {
  const { told, client } = await record([problem(404, 'invoice_not_found')]);
  const error: unknown = await client.fetchPayment({ invoiceId: 'inv_2' }).catch((reason: unknown) => reason);
  expect(told.at(-1)?.[1]).toMatchObject({ attempts: 1, error });
});

test('may add headers, and cannot take the token away', async () => {
  const { client, server } = await record([json(invoice)], {
    onRequest: ({ headers }) => Object.assign(headers, { traceparent: '00-1-2-03', authorization: 'Bearer other' }),
  });
  await client.fetchPayment({ invoiceId: 'inv_1' });
  expect(server.seen[0]?.headers).toMatchObject({ traceparent: '00-1-2-03', authorization: `Bearer ${token}` });
});

test('get no token that the service repeats as its request id', async () => {
  const { told, client } = await record([json(invoice, 200, { 'x-request-id': `req ${token}` })]);
  await client.fetchPayment({ invoiceId: 'inv_1' });
  expect(told[1]?.[1]).toMatchObject({ requestId: 'req [secret]' });
});

test.each([
  ['a line break', { 'x-note': 'line\nbreak' }],
  ['a letter that no header has', { 'x-note': '✓' }],
  ['a name that is none', { 'x note': 'a' }],
])('that add a header with %s do not cost the call, and are not silent', async (_, added) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { client, server } = await record([json(invoice)], {
    onRequest: ({ headers }) => Object.assign(headers, { 'x-good': 'yes', ...added }),
  });
  expect(await client.createPayment(order)).toEqual(invoice);
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]?.headers).toMatchObject({ 'x-good': 'yes' });
  expect(String(logged.mock.calls[0])).toMatch(/TypeError: The header "x.note" of a hook cannot be sent\./);
  logged.mockRestore();
});

test('tell calls apart', async () => {
  const { told, client } = await record([json(invoice)]);
  await Promise.all([client.fetchPayment({ invoiceId: 'inv_1' }), client.fetchPayment({ invoiceId: 'inv_1' })]);
  expect(new Set(told.map(([, { callId }]) => callId)).size).toBe(2);
});

test('that throw do not break the call, and are not silent', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = new Error('the log is full');
  const { client } = await record([json(invoice)], {
    onRequest: () => {
      throw broken;
    },
    onEnd: (async () => Promise.reject(broken)) as () => void,
  });
  expect(await client.fetchPayment({ invoiceId: 'inv_1' })).toEqual(invoice);
  await expect.poll(() => logged.mock.calls).toEqual([[broken], [broken]]);
  logged.mockRestore();
});

test('of null are none', async () => {
  const server = await startScriptedServer(json(invoice));
  const client = createClient({ baseUrl: server.baseUrl, token, hooks: null as unknown as Hooks });
  expect(await client.fetchPayment({ invoiceId: 'inv_1' })).toEqual(invoice);
});

test('a wait ends at once when its signal was aborted before it, for example by a hook', async () => {
  // A real wait would last longer than any test.
  await expect(systemClock.sleep(2 ** 31 - 1, AbortSignal.abort())).resolves.toBeUndefined();
});
