/** Tests retries, budgets and time limits against a server whose failures are scripted. All waiting is simulated. */
import { getEventListeners } from 'node:events';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { failureOf, invoice, json, problem, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import {
  AbortError,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  createClient,
  PaymentApiError,
  ServerError,
} from '../index.ts';
import { systemClock } from '../options/clock.ts';
import { type HandClock, makeHandClock } from '../test-kit/fake-service.ts';

const page: Scripted = { status: 502, type: 'text/html', text: '<h1>Bad gateway' };

async function start(script: Scripted[], more: Partial<ClientOptions> = {}, clock: HandClock = makeHandClock()) {
  const server = await startScriptedServer(...script);
  const client = createClient({ baseUrl: server.baseUrl, token: 'secret_token', clock, ...more });
  return { server, client, clock };
}

describe('a call is sent again', () => {
  test.each<[string, Scripted]>([
    ['a broken connection', 'reset'],
    ['half a response', 'cut'],
    ['half a response that looks whole', { type: 'application/json', text: '{"id":' }],
    ['an empty response of JSON', { type: 'application/json', text: '' }],
    ["a gateway's page", page],
    ['408', { status: 408, text: '' }],
    ['429', problem(429, 'rate_limited')],
    ['500', problem(500, 'internal_error')],
    ['503', problem(503, 'service_unavailable')],
    ['a create that is still running', problem(409, 'idempotency_in_progress')],
  ])('after %s, with the same key and the same body', async (_, response) => {
    const { server, client } = await start([response, response, json(invoice)]);
    expect(await client.createPayment(body)).toEqual(invoice);
    expect(server.seen.map(({ text }) => text)).toEqual(Array(3).fill(JSON.stringify(body)));
    const [key, ...others] = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(key).toMatch(/^[!-~]{16,255}$/);
    expect(others).toEqual([key, key]);
  });

  test('after an attempt without a response', async () => {
    const { server, client } = await start(['never', json(invoice)], { attemptTimeoutMs: 500 });
    expect(await client.fetchPayment({ invoiceId: 'inv_1' })).toEqual(invoice);
    expect(server.seen.length).toBeGreaterThan(1);
  });

  test.each<Scripted>([
    problem(401, 'invalid_token'),
    problem(404, 'invoice_not_found'),
    problem(409, 'invoice_already_paid'),
    problem(422, 'validation_failed'),
    { type: 'text/html', text: '<h1>Welcome' },
    json({ ok: true }),
  ])('but not after a refusal, nor after what is not this API: %j', async (response) => {
    const { server, client, clock } = await start([response]);
    await failureOf(client.createPayment(body));
    expect(server.seen).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  test('with another key for each call', async () => {
    const { server, client } = await start([json(invoice)]);
    await client.createPayment(body);
    await client.createPayment(body);
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('without a key where the operation takes none', async () => {
    const { server, client } = await start([page, json(invoice)]);
    await client.submitReceipt({ invoiceId: 'inv_1', webReceipt: 'r' });
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  });
});

describe('the key', () => {
  test("is the caller's where one is given", async () => {
    const { server, client } = await start([json(invoice)]);
    await client.createPayment(body, { idempotencyKey: 'order-1042' });
    expect(server.seen[0]?.headers['idempotency-key']).toBe('order-1042');
  });

  test('comes with the error, so that the create can be finished later', async () => {
    const { server, client } = await start(['reset'], { maxRetries: 1 });
    const { idempotencyKey } = await failureOf<PaymentApiError>(client.createPayment(body));
    expect(idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
    server.script = [json(invoice)];
    await client.createPayment(body, { ...(idempotencyKey && { idempotencyKey }) });
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['throws', () => Promise.reject(new Error('the vault is closed'))],
    ['gives nothing', () => ''],
  ])('comes with the error too when the token’s function %s on a retry', async (_, fail) => {
    let count = 0;
    const { server, client } = await start(['reset'], { token: () => (++count > 1 ? fail() : 'secret_token') });
    const error = await failureOf<PaymentApiError>(client.createPayment(body));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
    expect(server.seen).toHaveLength(1);
  });

  test.each(['', 'a b', 'ü', 'line\n', 'x'.repeat(256), 'a"b'])(
    'must be one that a header can carry: %j',
    async (idempotencyKey) => {
      const { server, client } = await start([json(invoice)]);
      expect(await failureOf(client.createPayment(body, { idempotencyKey }))).toBeInstanceOf(TypeError);
      expect(server.seen).toEqual([]);
    },
  );
});

describe('a deployment without idempotency', () => {
  test('is sent no key, and refuses one that would protect nothing', async () => {
    const { server, client } = await start([json(invoice)], { idempotency: false });
    await client.createPayment(body);
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key');
    const error = await failureOf<PaymentApiError>(client.createPayment(body, { idempotencyKey: 'order-1' }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('absent if `idempotency` is false');
    expect(server.seen).toHaveLength(1);
  });

  // The string "false" from an environment variable must not count as true.
  test.each([false, 'false' as never])('gets a create once, whatever happens to it: %j', async (idempotency) => {
    const { server, client } = await start(['reset'], { idempotency });
    expect(await failureOf(client.createPayment(body))).toBeInstanceOf(ConnectionError);
    expect(server.seen).toHaveLength(1);
  });

  test('gets it again after a 429, and everything else as often as it takes', async () => {
    const { server, client } = await start([problem(429, 'rate_limited'), json(invoice)], { idempotency: false });
    await client.createPayment(body);
    server.script = [page, json(invoice)];
    await client.submitReceipt({ invoiceId: 'inv_1', webReceipt: 'r' });
    expect(server.seen).toHaveLength(4);
  });
});

describe('the wait', () => {
  test('doubles up to 8 s, with full jitter', async () => {
    const least = await start([page], { maxRetries: 7 }, makeHandClock({ chance: 0 }));
    await failureOf(least.client.createPayment(body));
    expect(least.clock.slept).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const most = await start([page], { maxRetries: 7 }, makeHandClock({ chance: 0.999999 }));
    await failureOf(most.client.createPayment(body));
    expect(most.clock.slept).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  test.each([
    ['seconds', '7', 7000],
    ['a date', 'Sat, 21 Nov 2026 10:00:09 GMT', 9000],
    ['a date gone by', 'Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['nonsense', 'soon', 0],
  ])('is at least Retry-After: %s', async (_, value, least) => {
    const headers = { 'retry-after': value, date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    const { client, clock } = await start([problem(429, 'rate_limited', {}, headers), json(invoice)]);
    await client.createPayment(body);
    expect(clock.slept).toEqual([least + 250]);
  });

  test('is not begun when the call’s time ends before it', async () => {
    const limited = problem(429, 'rate_limited', {}, { 'retry-after': '3600' });
    const { client, clock, server } = await start([limited], { timeoutMs: 5_000 });
    expect(await failureOf(client.createPayment(body))).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 3600 });
    expect([clock.slept, server.seen.length]).toEqual([[], 1]);
  });

  test('that the machine slept through beyond the call’s time is not followed by another attempt', async () => {
    const clock = makeHandClock();
    const sleepy = { ...clock, now: () => clock.now() + (clock.slept.length && 3_600_000) };
    const { client, server } = await start([page], {}, sleepy);
    expect(await failureOf(client.createPayment(body))).toMatchObject({ name: 'UnexpectedResponseError', status: 502 });
    expect(server.seen).toHaveLength(1);
  });

  test('ends with the caller’s signal', async () => {
    const server = await startScriptedServer(page);
    const control = new AbortController();
    const { signal } = control;
    const client = createClient({
      baseUrl: server.baseUrl,
      token: 't',
      hooks: { onRetry: () => queueMicrotask(() => control.abort()) },
      clock: { ...systemClock, random: () => 0.999 },
    });
    const error = await failureOf<PaymentApiError>(client.createPayment(body, { signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers['idempotency-key']);
    expect(server.seen).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});

describe('limits', () => {
  test.each([0, 1, 4])('%i retries, of the client', async (maxRetries) => {
    const { client, server } = await start([page], { maxRetries });
    await failureOf(client.createPayment(body));
    expect(server.seen).toHaveLength(maxRetries + 1);
  });

  test('are the call’s own before the client’s', async () => {
    const { client, server } = await start([page], { maxRetries: 4 });
    await failureOf(client.createPayment(body, { maxRetries: 1 }));
    expect(server.seen).toHaveLength(2);
  });

  test('of time are told as the caller set them, not as the remainder that was left', async () => {
    const { client } = await start([page, 'never'], { timeoutMs: 400, maxRetries: 1 }, makeHandClock({ chance: 0.2 }));
    const error = await failureOf<PaymentApiError>(client.createPayment(body));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 2 });
    expect(error.message).toContain("within the call's 400 ms");
  });

  test('of a call are checked', async () => {
    const { client } = await start([json(invoice)]);
    expect(String(await failureOf(client.createPayment(body, { timeoutMs: -1 })))).toContain('timeoutMs must be');
  });
});

describe('the budget of all calls', () => {
  test('ends retries while nothing succeeds', async () => {
    const { client, server } = await start([page], { retryBudget: 5, maxRetries: 3 });
    for (let call = 0; call < 4; call++) expect(await failureOf(client.createPayment(body))).toBeInstanceOf(PaymentApiError);
    // Nine requests: four calls, three retries of the first call and two of the second.
    expect(server.seen).toHaveLength(9);
  });

  test('comes back with success', async () => {
    const { client, server } = await start([page, page, json(invoice)], { retryBudget: 2, maxRetries: 2 });
    await client.createPayment(body);
    server.script = [page, page, json(invoice)];
    await client.createPayment(body);
    expect(server.seen).toHaveLength(6);
  });

  test('grows by a tenth with each success, up to what it was', async () => {
    const { client, server } = await start([page], { retryBudget: 1, maxRetries: 1 });
    await failureOf(client.createPayment(body));
    server.script = [json(invoice)];
    for (let call = 0; call < 11; call++) await client.createPayment(body);
    server.script = [page];
    server.seen.length = 0;
    await failureOf(client.createPayment(body));
    await failureOf(client.createPayment(body));
    expect(server.seen).toHaveLength(3);
  });

  test('of none means no retries', async () => {
    const { client, server } = await start([page], { retryBudget: 0 });
    expect(await failureOf(client.createPayment(body))).not.toBeInstanceOf(ServerError);
    expect(server.seen).toHaveLength(1);
  });
});

test('a submit that was lost is repeated, and its second response is the invoice', async () => {
  const { client, server } = await start(['cut', json({ ...invoice, status: 'PAID' })]);
  expect((await client.submitReceipt({ invoiceId: 'inv_1', webReceipt: 'r' })).status).toBe('PAID');
  expect(server.seen[0]?.text).toBe(server.seen[1]?.text);
});

test('a conflict stays a conflict', async () => {
  const { client } = await start([problem(409, 'idempotency_in_progress')], { maxRetries: 1 });
  expect(await failureOf(client.createPayment(body))).toBeInstanceOf(ConflictError);
});

test.each<[string, Scripted, Scripted, boolean]>([
  ['a broken connection', 'reset', problem(503, 'service_unavailable'), true],
  ['half a response', 'cut', problem(401, 'invalid_token'), true],
  ['half a response that looks whole', { type: 'application/json', text: '{"id":' }, problem(503, 'service_unavailable'), true],
  ['a 500', problem(500, 'internal_error'), problem(409, 'invoice_expired'), true],
  ['one that is still running', problem(409, 'idempotency_in_progress'), problem(503, 'service_unavailable'), true],
  ['a 429', problem(429, 'rate_limited'), problem(503, 'service_unavailable'), false],
])('after %s the refusal of a retry does not say that nothing happened', async (_, first, last, isOpen) => {
  const { client } = await start([first, last], { maxRetries: 1 });
  const error = await failureOf<PaymentApiError>(client.createPayment(body));
  expect(error).toBeInstanceOf(PaymentApiError);
  expect(error.message.endsWith(' The call may have taken effect.')).toBe(isOpen);
});
