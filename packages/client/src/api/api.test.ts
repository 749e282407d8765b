/** Tests `client.api`: openapi-fetch for the contract's paths, with the token, limits and retries of the client's methods. */
import { inspect } from 'node:util';
import { exampleCreate as order } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { failureOf, invoice, json, problem, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import {
  AbortError,
  type ClientOptions,
  ConnectionError,
  createClient,
  TimeoutError,
  UnexpectedResponseError,
} from '../index.ts';
import { makeHandClock } from '../test-kit/fake-service.ts';

const token = 'sandbox_test_verySecret';
const create = '/api/v1/payments/create';
const fetchPath = '/api/v1/payments/fetch';
const body = { invoiceId: 'inv_1' };
const page: Scripted = { status: 502, type: 'text/html', text: '<!DOCTYPE html><title>Bad gateway' };

async function start(script: Scripted[], more: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(...script);
  const clock = makeHandClock();
  const { api } = createClient({ baseUrl: server.baseUrl, token, clock, ...more });
  return { server, clock, api, keys: () => server.seen.map(({ headers }) => headers['idempotency-key']) };
}

test('gives what openapi-fetch gives: data or error, and the response', async () => {
  const { api, server } = await start([json(invoice, 200, { 'x-request-id': 'req_7' }), problem(404, 'invoice_not_found')]);
  const first = await api.POST(fetchPath, { body });
  expect(first.data).toEqual(invoice);
  expect(first.error).toBeUndefined();
  expect([first.response.status, first.response.headers.get('x-request-id')]).toEqual([200, 'req_7']);
  const second = await api.POST(fetchPath, { body });
  expect(second).toMatchObject({ error: { code: 'invoice_not_found', status: 404 }, response: { status: 404 } });
  expect(second.data).toBeUndefined();
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: fetchPath, text: JSON.stringify(body) });
  expect(server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
});

test('sends again what failed in passing, after the waits of a call by name', async () => {
  const limited = problem(429, 'rate_limited', {}, { 'retry-after': '7' });
  const { api, server, clock } = await start(['reset', page, 'cut', limited, json(invoice)], { maxRetries: 4 });
  expect((await api.POST(fetchPath, { body })).data).toEqual(invoice);
  expect(server.seen).toHaveLength(5);
  expect(clock.slept.at(-1)).toBeGreaterThanOrEqual(7000);
});

describe('a create', () => {
  test('carries one key over its attempts, the given one or its own', async () => {
    const { api, keys } = await start(['reset', page, json(invoice)]);
    await api.POST(create, { body: order });
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[\da-f-]{20,}$/);
    await api.POST(create, { body: order, params: { header: { 'Idempotency-Key': 'order-1' } } });
    expect(keys().at(-1)).toBe('order-1');
  });

  test('is sent once, and without a key, where the deployment has no idempotency', async () => {
    const { api, keys } = await start(['reset'], { idempotency: false });
    expect(await failureOf(api.POST(create, { body: order }))).toBeInstanceOf(ConnectionError);
    expect(keys()).toEqual([undefined]);
    const params = { header: { 'Idempotency-Key': 'order-1' } };
    expect(await failureOf(api.POST(create, { body: order, params }))).toBeInstanceOf(TypeError);
    expect(keys()).toHaveLength(1);
  });

  test('says with its error which key finishes it', async () => {
    const { api, keys } = await start(['reset'], { maxRetries: 1 });
    expect(await failureOf(api.POST(create, { body: order }))).toMatchObject({ idempotencyKey: keys()[0], attempts: 2 });
    // The error must contain the key that was sent, even if a JavaScript caller writes the header's name in lower case.
    const params = { header: { 'idempotency-key': 'order-1' } } as never;
    expect(await failureOf(api.POST(create, { body: order, params }))).toMatchObject({ idempotencyKey: keys().at(-1) });
  });
});

describe('an operation of tomorrow', () => {
  type Loose = Record<'GET' | 'POST' | 'DELETE', (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown }>>;

  test('is sent with parameters in path and query, and without a body', async () => {
    const told: string[] = [];
    const hooks = {
      onRequest: ({ operation, method }: { operation: string; method: string }) => void told.push(operation, method),
    };
    const { api, server } = await start([json([invoice]), { status: 204, text: '' }], { hooks });
    const loose = api as unknown as Loose;
    const listed = await loose.GET('/api/v1/payments', { params: { query: { status: ['PAID', 'PENDING'], limit: 5 } } });
    expect(listed.data).toEqual([invoice]);
    const dropped = await loose.DELETE('/api/v1/payments/{id}', { params: { path: { id: 'a/b' } } });
    expect(dropped).toMatchObject({ data: undefined, response: { status: 204 } });
    expect(server.seen.map(({ method, path, text }) => [method, path, text])).toEqual([
      ['GET', '/api/v1/payments?status=PAID&status=PENDING&limit=5', ''],
      ['DELETE', '/api/v1/payments/a%2Fb', ''],
    ]);
    expect(server.seen.map(({ headers }) => headers['content-type'])).toEqual([undefined, undefined]);
    expect(told).toEqual(['GET /api/v1/payments', 'GET', 'DELETE /api/v1/payments/{id}', 'DELETE']);
  });

  test('is sent again where HTTP says that it may be, and a POST only after a 429', async () => {
    const { api, server } = await start(['reset', json([invoice])]);
    expect((await (api as unknown as Loose).GET('/api/v1/payments')).data).toEqual([invoice]);
    server.script = ['reset'];
    expect(await failureOf((api as unknown as Loose).POST('/api/v1/payments/refund', { body }))).toBeInstanceOf(ConnectionError);
    expect(server.seen).toHaveLength(3);
    server.script = [problem(429, 'rate_limited'), json({ done: true })];
    expect((await (api as unknown as Loose).POST('/api/v1/payments/refund', { body })).data).toEqual({ done: true });
  });
});

test.each<[string, Scripted, number]>([
  ['an empty refusal', { status: 404, text: '' }, 404],
  ['an empty refusal with Content-Length', { status: 404, headers: { 'content-length': '0' }, text: '' }, 404],
  ['an empty success', { text: '' }, 200],
  ['no content for a POST', { status: 204, text: '' }, 204],
  ['a success that is no JSON', { type: 'text/html', headers: { 'content-length': '11' }, text: '<h1>Welcome' }, 200],
  ['JSON null', { type: 'application/json', text: 'null' }, 200],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, text: '' }, 307],
  ['a gateway’s page', page, 502],
  ['a failure without a body', { status: 503, text: '' }, 503],
])('%s is an error that is no empty value, and does not throw', async (_, scripted, status) => {
  const { api } = await start([scripted], { maxRetries: 0 });
  const { data, error, response } = await api.POST(fetchPath, { body });
  expect([data, response.status]).toEqual([undefined, status]);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({ status });
});

test.each([204, 205, 304])('a response with status %i keeps it, even if a caller’s fetch gives it a text', async (status) => {
  const fetch = async () => ({ status, headers: new Headers({ 'x-request-id': 'req_8' }), text: async () => 'text' });
  const { response } = await createClient({ baseUrl: 'http://payments.test', token, fetch }).api.POST(fetchPath, { body });
  expect([response.status, response.headers.get('x-request-id'), response.body]).toEqual([status, 'req_8', null]);
});

test('throws as every call does where no response came, or its time or signal ended it', async () => {
  const { api, server } = await start(['reset'], { maxRetries: 0 });
  expect(await failureOf(api.POST(fetchPath, { body }))).toBeInstanceOf(ConnectionError);
  server.script = ['never'];
  expect(await failureOf(api.POST(fetchPath, { body, attemptTimeoutMs: 20 }))).toBeInstanceOf(TimeoutError);
  const control = new AbortController();
  const call = failureOf(api.POST(fetchPath, { body, signal: control.signal, headers: { 'x-last': 'yes' } }));
  // Waits for this call's own request, because under load the previous call's request may arrive late.
  await expect.poll(() => server.seen.at(-1)?.headers['x-last']).toBe('yes');
  control.abort();
  expect(await call).toBeInstanceOf(AbortError);
});

test('asks the token’s function again after a 401, and takes the options of one call', async () => {
  const { api, server } = await start([problem(401, 'invalid_token'), json(invoice)]);
  const tokens = ['old_token', 'new_token'];
  const { data } = await api.POST(fetchPath, { body, token: () => tokens.shift() ?? '', headers: { 'x-shop': '7' } });
  expect(data).toEqual(invoice);
  expect(server.seen.map(({ headers }) => [headers.authorization, headers['x-shop']])).toEqual([
    ['Bearer old_token', '7'],
    ['Bearer new_token', '7'],
  ]);
});

test('refuses a misspelt option', async () => {
  const { api } = await start([json(invoice)]);
  expect(String(await failureOf(api.POST(fetchPath, { body, timeout: 5 } as never)))).toContain('no option "timeout"');
});

test('repeats neither token nor receipt', async () => {
  const webReceipt = 'eyJhbGciOiJFZERTQSJ9.e30.c2ln';
  const { api, server } = await start([problem(422, 'receipt_invalid', { detail: `${token} ${webReceipt}` })]);
  const refused = await api.POST('/api/v1/payments/submit', { body: { invoiceId: 'inv_1', webReceipt } });
  expect(refused.error).toMatchObject({ detail: '[secret] [secret]' });
  server.script = [json({ message: `${token} ${webReceipt}` }, 400)];
  const { error } = await api.POST('/api/v1/payments/submit', { body: { invoiceId: 'inv_1', webReceipt } });
  expect(inspect(error, { depth: 9 })).not.toMatch(/verySecret|c2ln/);
});
