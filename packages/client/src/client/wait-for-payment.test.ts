import { statuses } from '@payment-invoice/generated';
import { describe, expect, test } from 'vitest';
import { invoice, json, problem, type Scripted, startScriptedServer } from '../../testing/scripted-server.ts';
import { AbortError, createClient, type InvoiceStatus, NotFoundError, TimeoutError } from '../index.ts';
import { makeHandClock } from '../test-kit/fake-service.ts';

const is = (status: string) => json({ ...invoice, status });

async function start(script: Scripted[], clock = makeHandClock()) {
  const server = await startScriptedServer(...script);
  const client = createClient({ baseUrl: server.baseUrl, token: 'token', maxRetries: 0, clock });
  return { server, client, clock };
}

describe('the wait', () => {
  test.each(['PAID', 'FAILED', 'EXPIRED'])('ends with %s, whatever was waited for', async (status) => {
    const { client, server } = await start([is('PENDING'), is('PENDING'), is(status)]);
    expect(await client.waitForPayment('inv_1', { until: 'UNDER_PAID' })).toMatchObject({ status });
    expect(server.seen.map(({ text }) => text)).toEqual(Array(3).fill('{"invoiceId":"inv_1"}'));
  });

  test.each<{ until: InvoiceStatus | InvoiceStatus[] }>([{ until: 'UNDER_PAID' }, { until: ['PAID', 'UNDER_PAID'] }])(
    'ends with what is waited for: %j',
    async ({ until }) => {
      const { client } = await start([is('PENDING'), is('UNDER_PAID'), is('PAID')]);
      expect(await client.waitForPayment('inv_1', { until })).toMatchObject({ status: 'UNDER_PAID' });
    },
  );

  test.each(['UNDERPAID', 'UNDER', '', 'paid'])('for "%s", which no invoice becomes, is refused at once', async (until) => {
    const { client, server } = await start([is('PENDING')]);
    const call = client.waitForPayment('inv_1', { until: until as InvoiceStatus });
    await expect(call).rejects.toThrow(`until must be among ${statuses.join(', ')}.`);
    expect(server.seen).toEqual([]);
  });

  test('asks ever more slowly, every 10 s at last', async () => {
    const { client, clock } = await start([...Array(9).fill(is('PENDING')), is('PAID')], makeHandClock({ chance: 0.999999 }));
    await client.waitForPayment('inv_1');
    expect(clock.slept).toEqual([1000, 1500, 2250, 3375, 5063, 7594, 10000, 10000, 10000]);
  });

  test('outlasts a service that fails in passing, and keeps its Retry-After', async () => {
    const limited = problem(429, 'rate_limited', {}, { 'retry-after': '30' });
    const page: Scripted = { status: 502, type: 'text/html', text: '<h1>Bad gateway' };
    const { client, clock } = await start([limited, page, 'reset', 'cut', is('PAID')]);
    expect(await client.waitForPayment('inv_1')).toMatchObject({ status: 'PAID' });
    expect(clock.slept[0]).toBe(30_000);
  });

  test('does not outlast what stays', async () => {
    const { client } = await start([problem(404, 'invoice_not_found')]);
    await expect(client.waitForPayment('inv_2')).rejects.toBeInstanceOf(NotFoundError);
  });

  test('is given up after its time, and says how the invoice stood', async () => {
    const { client, clock } = await start([is('UNDER_PAID')]);
    const error: unknown = await client.waitForPayment('inv_1', { timeoutMs: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('UNDER_PAID');
    expect(clock.slept.reduce((sum, ms) => sum + ms)).toBe(60_000);
  });

  test('looks for the last time a second before its end', async () => {
    const { client, server, clock } = await start(
      [is('PENDING'), is('PENDING'), is('PAID')],
      makeHandClock({ chance: 0.999999 }),
    );
    expect(await client.waitForPayment('inv_1', { timeoutMs: 2_400 })).toMatchObject({ status: 'PAID' });
    expect([server.seen.length, clock.slept]).toEqual([3, [1000, 400]]);
  });

  test.each([300, 900])('of %i ms takes as long, so that waiting in a loop asks no oftener', async (timeoutMs) => {
    const { client, server, clock } = await start([is('PENDING')]);
    await expect(client.waitForPayment('inv_1', { timeoutMs })).rejects.toBeInstanceOf(TimeoutError);
    expect(clock.slept.reduce((sum, ms) => sum + ms)).toBe(timeoutMs);
    expect(server.seen.length).toBeLessThan(3);
  });

  test('ends at once when the service asks for a longer pause than is left, instead of keeping silent until then', async () => {
    const { client, server, clock } = await start([problem(429, 'rate_limited', {}, { 'retry-after': '3600' })]);
    const error = await client.waitForPayment('inv_1', { timeoutMs: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 3600 });
    expect([server.seen.length, clock.slept]).toEqual([1, []]);
  });

  test('is a TimeoutError too when the machine slept past its end', async () => {
    const clock = makeHandClock();
    const sleepy = { ...clock, now: () => clock.now() + (clock.slept.length && 3_600_000) };
    const { client } = await start([is('PENDING')], sleepy);
    await expect(client.waitForPayment('inv_1', { timeoutMs: 60_000 })).rejects.toBeInstanceOf(TimeoutError);
  });

  test('refuses what is no option', async () => {
    const { client, server } = await start([is('PENDING')]);
    await expect(client.waitForPayment('inv_1', { timeout: 5 } as object)).rejects.toThrow('no option "timeout"');
    expect(server.seen).toEqual([]);
  });

  test('ends with its signal', async () => {
    const control = new AbortController();
    const { client, server } = await start([is('PENDING')], makeHandClock({ onSleep: () => control.abort() }));
    await expect(client.waitForPayment('inv_1', { signal: control.signal })).rejects.toBeInstanceOf(AbortError);
    expect(server.seen).toHaveLength(1);
  });

  test('refuses a time that no timer takes', async () => {
    const { client } = await start([is('PENDING')]);
    await expect(client.waitForPayment('inv_1', { timeoutMs: Number.NaN })).rejects.toThrow('timeoutMs must be');
  });
});
