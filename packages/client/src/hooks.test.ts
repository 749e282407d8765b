import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { createClientAt } from './create-client.ts';
import type { Hooks } from './hooks.ts';
import { makeHandClock } from './testing/hand-clock.ts';
import { type Answer, invoice, json, problem, startScriptedServer } from './testing/scripted-server.ts';

const token = 'sandbox_test_verySecret';
const webReceipt = 'eyJhbGciOiJFZERTQSJ9.e30.c2ln';

async function record(script: Answer[], own: Hooks = {}) {
  const told: [string, Record<string, unknown>][] = [];
  const server = await startScriptedServer(...script);
  const hooks: Hooks = {
    onRequest: (event) => void told.push(['request', { ...event }]),
    onResponse: (event) => void told.push(['response', { ...event }]),
    onRetry: (event) => void told.push(['retry', { ...event }]),
    onEnd: (event) => void told.push(['end', { ...event }]),
    ...own,
  };
  const client = createClientAt({ baseUrl: server.baseUrl, token, hooks }, makeHandClock());
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
  expect(told.at(-1)?.[1]).toEqual({ operation: 'submitReceipt', attempts: 3, durationMs: 750, error: undefined });
  const all = inspect(told, { depth: 9, showHidden: true });
  expect(all).not.toContain(token);
  expect(all).not.toContain(webReceipt);
});

test('tell a failure with what the caller catches', async () => {
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
  const client = createClientAt({ baseUrl: server.baseUrl, token, hooks: null as unknown as Hooks }, makeHandClock());
  expect(await client.fetchPayment({ invoiceId: 'inv_1' })).toEqual(invoice);
});

test('a wait whose signal was aborted before, by a hook say, is none', async () => {
  // Would outlast any test.
  await expect(systemClock.sleep(2 ** 31 - 1, AbortSignal.abort())).resolves.toBeUndefined();
});
