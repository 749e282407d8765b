/** Tests callbacks to a receiver that has failed for days: each new event gets only one attempt, until one is delivered. */
import { describe, expect, test } from 'vitest';
import { createPuppetSender, startDelivery } from '../../testing/callbacks/start-delivery.ts';
import { startTime, storeKinds } from '../../testing/open-test-store.ts';

const day = 86_400_000;
const endpoint = { accountId: 'acc_1', host: '127.0.0.1:1' };

/** Starts deliveries with a sender that is controlled by the test: the test chooses the response status of each attempt. */
async function start(kind: (typeof storeKinds)[number]) {
  const { sender, attempts } = createPuppetSender();
  const delivery = await startDelivery({ kind, sender });
  let seen = 0;
  const end = async (status: number) => {
    await expect.poll(() => attempts.length).toBe(seen + 1);
    attempts[seen]?.end(status);
    seen += 1;
    await expect.poll(() => delivery.log.filter(({ msg }) => msg === 'callback attempt').length).toBe(seen);
  };
  /** Commits an event, and ends its first attempt with this response status. */
  const event = async (status: number) => {
    await delivery.change('http://127.0.0.1:1/');
    await end(status);
  };
  const at = (days: number) => {
    delivery.clock.now = startTime + days * day;
    delivery.dispatcher.wake();
  };
  return { ...delivery, end, event, at, disabled: () => delivery.store.listDisabledEndpoints(10) };
}

describe.each(storeKinds)('on %s', (kind) => {
  test('after five days of failures an event is attempted once, until one succeeds', async () => {
    const { event, end, at, disabled, outbox, log, store } = await start(kind);
    await event(500);
    await expect.poll(() => outbox()).toMatchObject([{ attempts: 1, outcome: null }]);
    for (const days of [1, 2, 3, 4]) {
      at(days);
      await end(500);
      await expect.poll(() => outbox()).toMatchObject([{ attempts: days + 1, outcome: null }]);
    }
    expect(await disabled()).toEqual([]);
    at(5);
    await end(500);
    const dead = { outcome: 'dead', reason: 'endpoint_disabled, status 500' };
    await expect.poll(() => outbox()).toMatchObject([{ ...dead, attempts: 6 }]);
    await expect.poll(disabled).toMatchObject([{ ...endpoint, failingSince: startTime, disabledAt: startTime + 5 * day }]);
    expect(await store.count()).toMatchObject({ disabledEndpoints: 1 });
    expect(log).toContainEqual(expect.objectContaining({ level: 40, account: 'acc_1', host: '127.0.0.1:1' }));

    // Later events are attempted, but only once each.
    await event(503);
    const reasons = async () => (await outbox()).map(({ reason }) => reason);
    await expect.poll(reasons).toContain('endpoint_disabled, status 503');
    await event(200);
    await expect.poll(disabled).toEqual([]);
    await event(500);
    await expect.poll(reasons).toContain('status 500');
    expect((await outbox()).map(({ outcome, attempts }) => [outcome, attempts]).toSorted()).toEqual(
      [
        ['dead', 6],
        ['dead', 1],
        ['delivered', 1],
        [null, 1],
      ].toSorted(),
    );
  });

  test('an operator enables an endpoint, and its next failure begins a new series', async () => {
    const { store, disabled } = await start(kind);
    const [event] = [{ id: 'evt_1', invoiceId: 'inv_1', ...endpoint, attempts: 0 }];
    const decision = { kind: 'retry', at: startTime, reason: 'status 500' } as const;
    const fail = (now: number, change: 'failed' | 'disabled') =>
      store.recordAttempts([{ event, decision, endpoint: change }], now);
    await fail(startTime, 'failed');
    await fail(startTime + 5 * day, 'disabled');
    expect(await store.enableEndpoint('acc_1', 'other.example')).toBe(false);
    expect(await store.listDisabledEndpoints(10, 'acc_other')).toEqual([]);
    expect(await store.enableEndpoint('acc_1', '127.0.0.1:1')).toBe(true);
    expect(await store.enableEndpoint('acc_1', '127.0.0.1:1')).toBe(false);
    expect(await disabled()).toEqual([]);
    await fail(startTime + 6 * day, 'failed');
    await fail(startTime + 7 * day, 'disabled');
    expect(await disabled()).toMatchObject([{ failingSince: startTime + 6 * day }]);
    await store.forgetEvents(startTime + 36 * day, 100);
    expect(await disabled()).toHaveLength(1);
    await store.forgetEvents(startTime + 37 * day, 100);
    expect(await disabled()).toEqual([]);
  });

  test('after a pause of days a new series of failures begins, and in a batch the success counts', async () => {
    const { store, disabled } = await start(kind);
    const event = { id: 'evt_1', invoiceId: 'inv_1', ...endpoint, attempts: 0 };
    const decision = { kind: 'retry', at: startTime, reason: 'status 500' } as const;
    const record = (now: number, ...changes: ('failed' | 'disabled' | 'healed')[]) =>
      store.recordAttempts(
        changes.map((one) => ({ event, decision, endpoint: one })),
        now,
      );
    await record(startTime, 'failed');
    await record(startTime + 3 * day, 'failed');
    await record(startTime + 4 * day, 'disabled');
    expect(await disabled()).toMatchObject([{ failingSince: startTime + 3 * day }]);
    await record(startTime + 5 * day, 'failed', 'healed', 'disabled');
    expect(await disabled()).toEqual([]);
  });
});
