import { describe, expect, it } from 'vitest';
import { createClientAt } from './create-client.ts';
import { AbortError, NotFoundError, TimeoutError } from './index.ts';
import { makeHandClock } from './testing/hand-clock.ts';
import { type Answer, invoice, json, problem, startScriptedServer } from './testing/scripted-server.ts';

const is = (status: string) => json({ ...invoice, status });

async function start(script: Answer[], clock = makeHandClock()) {
  const server = await startScriptedServer(...script);
  const client = createClientAt({ baseUrl: server.baseUrl, token: 'token', maxRetries: 0 }, clock);
  return { server, client, clock };
}

describe('the wait', () => {
  it.each(['PAID', 'FAILED', 'EXPIRED'])('ends with %s, whatever was waited for', async (status) => {
    const { client, server } = await start([is('PENDING'), is('UNDER_PAID'), is(status)]);
    expect(await client.waitForPayment('inv_1', { until: 'SETTLED' })).toMatchObject({ status });
    expect(server.seen.map(({ text }) => text)).toEqual(Array(3).fill('{"invoiceId":"inv_1"}'));
  });

  it.each([['UNDER_PAID'], [['SETTLED', 'UNDER_PAID']]])('ends with what is waited for: %j', async (until) => {
    const { client } = await start([is('PENDING'), is('UNDER_PAID'), is('PAID')]);
    expect(await client.waitForPayment('inv_1', { until })).toMatchObject({ status: 'UNDER_PAID' });
  });

  it('goes on with a status that nobody knows', async () => {
    const { client } = await start([is('HALF_PAID'), is('PAID')]);
    expect(await client.waitForPayment('inv_1')).toMatchObject({ status: 'PAID' });
  });

  it('asks ever more slowly, every 10 s at last', async () => {
    const { client, clock } = await start([...Array(9).fill(is('PENDING')), is('PAID')], makeHandClock(0.999999));
    await client.waitForPayment('inv_1');
    expect(clock.slept).toEqual([1000, 1500, 2250, 3375, 5063, 7594, 10000, 10000, 10000]);
  });

  it('outlasts a service that fails in passing, and keeps its Retry-After', async () => {
    const limited = problem(429, 'rate_limited', {}, { 'retry-after': '30' });
    const page: Answer = { status: 502, type: 'text/html', text: '<h1>Bad gateway' };
    const { client, clock } = await start([limited, page, 'reset', 'cut', is('PAID')]);
    expect(await client.waitForPayment('inv_1')).toMatchObject({ status: 'PAID' });
    expect(clock.slept[0]).toBe(30_000);
  });

  it('does not outlast what stays', async () => {
    const { client } = await start([problem(404, 'invoice_not_found')]);
    await expect(client.waitForPayment('inv_2')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('is given up after its time, and says how the invoice stood', async () => {
    const { client, clock } = await start([is('UNDER_PAID')]);
    const error: unknown = await client.waitForPayment('inv_1', { timeoutMs: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('UNDER_PAID');
    expect(clock.slept.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(60_000);
  });

  it('ends with its signal', async () => {
    const control = new AbortController();
    const { client, server } = await start(
      [is('PENDING')],
      makeHandClock(0.5, () => control.abort()),
    );
    await expect(client.waitForPayment('inv_1', { signal: control.signal })).rejects.toBeInstanceOf(AbortError);
    expect(server.seen).toHaveLength(1);
  });

  it('refuses a time that no timer takes', async () => {
    const { client } = await start([is('PENDING')]);
    await expect(client.waitForPayment('inv_1', { timeoutMs: Number.NaN })).rejects.toThrow('timeoutMs must be');
  });
});
