/** Tests that durations are measured with a clock that cannot be set, and that a test can fake every timer. */
import { mock } from 'node:test';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../index.ts';
import { systemClock } from '../options/clock.ts';
import { makeRetryBudget } from '../options/read-options.ts';
import { makeFakeService, respondWith } from '../test-kit/index.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  mock.timers.reset();
});

function start() {
  const service = makeFakeService();
  return { service, client: createClient({ baseUrl: 'http://payments.test', token: 'test_token', fetch: service.fetch }) };
}

describe('fake timers drive retries, waits and time-outs', () => {
  const kinds = {
    'of vitest': { use: () => vi.useFakeTimers(), pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) },
    'of vitest, without performance': {
      use: () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }),
      pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    },
    // node:test neither fakes `performance.now()` nor lets promises settle between timers, so `pass` takes short steps.
    'of node:test': {
      use: () => mock.timers.enable({ apis: ['setTimeout', 'Date'] }),
      pass: async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 500) {
          mock.timers.tick(500);
          for (let turn = 0; turn < 20; turn++) await Promise.resolve();
          await new Promise(setImmediate);
        }
      },
    },
  };

  describe.each(Object.entries(kinds))('%s', (_, { use, pass }) => {
    test('through a retry', async () => {
      use();
      const { client, service } = start();
      service.script(respondWith.problem('rate_limited', { retryAfterSeconds: 30 }));
      const call = client.createPayment(body);
      await pass(29_000);
      expect(service.requests).toHaveLength(1);
      await pass(3_000);
      expect(await call).toMatchObject({ status: 'PENDING' });
    });

    test('through a whole wait', async () => {
      use();
      const { client, service } = start();
      const { id } = await client.createPayment(body);
      const wait = client.waitForPayment(id, { timeoutMs: 60_000 });
      const ended = expect(wait).rejects.toThrow('The invoice was PENDING after 60000 ms of waiting.');
      await pass(70_000);
      await ended;
      expect(service.requests.length).toBeLessThan(25);
    });

    test('through attempts without a response, to the end of the call', async () => {
      use();
      const { client, service } = start();
      service.script('never', 'never', 'never', 'never', 'never', 'never');
      const call = client.createPayment(body, { timeoutMs: 30_000, attemptTimeoutMs: 8_000, maxRetries: 9 });
      const ended = expect(call).rejects.toThrow(/TimeoutError|no complete response/);
      await pass(40_000);
      await ended;
      expect(service.requests.length).toBeLessThan(6);
    });
  });
});

describe('a wall clock that is set', () => {
  test.each([
    ['back', -60_000],
    ['forward', 3_600_000],
  ])('%s neither lengthens a call nor ends its retries', async (_, step) => {
    const { client, service } = start();
    service.script('reset');
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + (service.requests.length > 0 ? step : 0));
    const startedAt = performance.now();
    expect(await client.createPayment(body)).toMatchObject({ status: 'PENDING' });
    expect(service.requests).toHaveLength(2);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test('does not lengthen what waits for a status', async () => {
    const { client } = start();
    const { id } = await client.createPayment(body);
    const real = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => real - 3_600_000);
    await expect(client.waitForPayment(id, { timeoutMs: 50 })).rejects.toThrow('after 50 ms of waiting');
  });
});

test('durations are read from the monotonic clock, looked up at each use', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1042);
  expect(systemClock.now()).toBe(1042);
});

test('an empty retry budget fills by time only', () => {
  let time = 0;
  const clock = { now: () => time, random: () => 0, sleep: async () => undefined };
  const take = makeRetryBudget(100, clock);
  const spend = () => {
    let taken = 0;
    while (take(1)) taken++;
    return taken;
  };
  expect([spend(), spend()]).toEqual([100, 0]);
  time = 60_000;
  expect(spend()).toBe(10);
  time = 10_000_000;
  expect(spend()).toBe(100);
});
