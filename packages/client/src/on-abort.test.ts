import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { AbortError, createClient } from './index.ts';
import { onAbort } from './on-abort.ts';
import { problem, startScriptedServer } from './testing/scripted-server.ts';

it('tells everyone of one abort, but for those who left', () => {
  const control = new AbortController();
  const { signal } = control;
  const told: string[] = [];
  onAbort(signal, () => told.push('first'));
  const leave = onAbort(signal, () => told.push('second'));
  onAbort(signal, () => told.push('third'));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  leave();
  control.abort();
  expect(told).toEqual(['first', 'third']);
});

it('calls without number share a signal with one listener, and leave nothing on it', async () => {
  const control = new AbortController();
  const { signal } = control;
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'token', fetch: () => new Promise(() => undefined) });
  const calls = Array.from({ length: 30 }, () => client.fetchPayment({ invoiceId: 'inv_1' }, { signal }));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  control.abort();
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(Array(30).fill('rejected'));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a wait whose signal was aborted before is none', async () => {
  const limited = problem(429, 'rate_limited', {}, { 'retry-after': '30' });
  const server = await startScriptedServer(limited);
  const control = new AbortController();
  const hooks = { onRetry: () => control.abort() };
  const client = createClient({ baseUrl: server.baseUrl, token: 'token', hooks });
  const startedAt = systemClock.now();
  const call = client.fetchPayment({ invoiceId: 'inv_1' }, { signal: control.signal });
  await expect(call).rejects.toBeInstanceOf(AbortError);
  expect(systemClock.now() - startedAt).toBeLessThan(15_000);
});
