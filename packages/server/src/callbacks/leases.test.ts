/** Tests events whose leases have expired, and which another process may have claimed since. */
import { describe, expect, test } from 'vitest';
import { createPuppetSender, startDelivery } from '../../testing/callbacks/start-delivery.ts';
import { startTime, storeKinds } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';

describe.each(storeKinds)('on %s', (kind) => {
  test('does not send an event again if the response arrives at the moment when its lease is found to have ended', async () => {
    const { sender, attempts } = createPuppetSender();
    let time = startTime;
    let onAsked: (() => void) | undefined;
    const now = () => {
      onAsked?.();
      return time;
    };
    const delivery = await startDelivery({ kind, sender, now });
    await delivery.change('http://127.0.0.1:1/');
    await expect.poll(() => attempts.length).toBe(1);
    // Lets the lease expire. The response arrives right after the next claim has read the time, and is recorded after the claim.
    time += 31_000;
    onAsked = () => {
      onAsked = undefined;
      queueMicrotask(() => attempts[0]?.end(200));
    };
    delivery.dispatcher.wake();
    await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'delivered', attempts: 1 }]);
    expect(attempts.length).toBe(1);
  });

  test('a lease is not released once another process has it', async () => {
    const { store, change, outbox, dispatcher } = await startDelivery({ kind });
    await dispatcher.stop(0);
    await change('http://127.0.0.1:9/');
    const take = async (now: number) => (await store.claimEvents([{ host: '127.0.0.1:9', limit: 1 }], now, now + 30_000)).events;
    const [first] = await take(startTime);
    const [second] = await take(startTime + 30_000);
    if (!first || !second) throw new Error('Nothing was claimed.');
    await store.releaseEvents([first], startTime + 31_000);
    expect(await outbox()).toMatchObject([{ next_at: second.leaseEnd }]);
    await store.releaseEvents([second], startTime + 32_000);
    expect(await outbox()).toMatchObject([{ next_at: startTime + 32_000 }]);
  });
});

test('on PostgreSQL, a revived dead letter is not given up by the late record of an earlier attempt', async () => {
  const { store, openAnother, change, outbox, dispatcher } = await startDelivery({ kind: 'PostgreSQL' });
  await dispatcher.stop(0);
  await change('http://127.0.0.1:9/');
  const other = await openAnother();
  const take = async (one: Store, now: number) =>
    (await one.claimEvents([{ host: '127.0.0.1:9', limit: 1 }], now, now + 30_000)).events.map((event) => ({
      event,
      decision: { kind: 'dead', reason: 'address_not_allowed' } as const,
    }));
  const late = await take(store, startTime);
  await other.recordAttempts(await take(other, startTime + 30_000), startTime + 30_001);
  expect(await store.reviveEvent(late[0]?.event.id ?? '', startTime + 30_002)).toBe(true);
  await store.recordAttempts(late, startTime + 30_003);
  expect(await outbox()).toMatchObject([{ outcome: null, attempts: 0 }]);
  // An attempt with a new lease settles the event.
  await store.recordAttempts(await take(store, startTime + 30_004), startTime + 30_005);
  expect(await outbox()).toMatchObject([{ outcome: 'dead', attempts: 1 }]);
});
