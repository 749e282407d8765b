import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { AbortError, createClient } from '../index.ts';
import { makeFakeService } from '../test-kit/index.ts';

test('a signal for many calls has one listener, prints no warning of a leak, and ends them all', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(String(warning));
  process.on('warning', note);
  const service = makeFakeService();
  const client = createClient({ baseUrl: 'http://payments.test', token: 'test_token', fetch: service.fetch });
  const control = new AbortController();
  const { signal } = control;
  service.script(...Array(30).fill('never'));
  const calls = Array.from({ length: 30 }, () => client.fetchPayment({ invoiceId: 'inv_1' }, { signal }));
  const ended = Promise.all(calls.map((call) => expect(call).rejects.toBeInstanceOf(AbortError)));
  await expect.poll(() => service.requests.length).toBe(30);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  control.abort();
  await ended;
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  // Waits, because Node.js emits warnings only in the next turn of the event loop.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
