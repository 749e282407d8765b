import { randomBytes } from 'node:crypto';
import { makeSecret, retryDelays, sealSecret, secretOverlap } from '@payment-invoice/kit/callbacks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPuppetSender, startDelivery } from '../../testing/callbacks/start-delivery.ts';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { startTime, storeKinds } from '../../testing/open-test-store.ts';

/** Returns the time at which the next attempt is due after this number of failed attempts. */
const dueAfter = (attempts: number) => startTime + retryDelays.slice(0, attempts).reduce((sum, delay) => sum + delay, 0);

describe.each(storeKinds)('on %s', (kind) => {
  test('sends an event as soon as its change is committed', async () => {
    const receiver = await startReceiver();
    const delivery = await startDelivery({ kind });
    const invoice = await delivery.change(`${receiver.url}/hook?token=hidden`);
    await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts: 1, outcome: 'delivered' }]);
    const [call] = receiver.calls;
    expect(receiver.calls.length).toBe(1);
    const verified = new Webhook(delivery.secret).verify(call?.body ?? '', call?.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: 'invoice.under_paid', sequence: 1, data: { id: invoice.id, paidAmount: 1 } });
  });

  test('a dead letter is sent again with the same id when the operator says so', async () => {
    let status = 500;
    const receiver = await startReceiver((_, res) => void res.writeHead(status).end());
    const delivery = await startDelivery({ kind });
    await delivery.change(receiver.url);
    for (let attempts = 1; attempts <= 10; attempts++) {
      await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts }]);
      delivery.clock.now = dueAfter(attempts);
      delivery.dispatcher.wake();
    }
    const [{ id = '' } = {}] = await delivery.store.listDeadEvents(10);
    status = 200;
    expect(await delivery.store.reviveEvent('evt_unknown', delivery.clock.now)).toBe(false);
    expect(await delivery.store.reviveEvent(id, delivery.clock.now)).toBe(true);
    expect(await delivery.store.reviveEvent(id, delivery.clock.now)).toBe(false);
    await delivery.dispatcher.look();
    await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts: 1, outcome: 'delivered' }]);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('an event that waited too long behind a slow one is released, and sent with a new lease', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender, limits: { total: 64, perHost: 1 } });
    for (let i = 0; i < 3; i++) await delivery.change('http://127.0.0.1:1/slow');
    const leased = { next_at: startTime + 30_000 };
    await expect.poll(() => delivery.outbox()).toMatchObject([leased, leased, leased]);
    expect(attempts.length).toBe(1);
    // Half of the lease passes on the machine's clock. The clock that decides which events are due does not move.
    vi.setSystemTime(Date.now() + 15_001);
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => attempts.length).toBe(i + 1);
      attempts[i]?.end(204);
    }
    const delivered = { outcome: 'delivered', attempts: 1 };
    await expect.poll(() => delivery.outbox()).toMatchObject([delivered, delivered, delivered]);
  });

  test('stopping lets attempts finish, and releases the events that were not sent', async () => {
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender, limits: { total: 64, perHost: 2 } });
    for (let i = 0; i < 5; i++) await delivery.change('http://127.0.0.1:1/');
    await expect.poll(() => attempts.length).toBe(2);
    const stopped = delivery.dispatcher.stop(60_000);
    attempts[0]?.end(200);
    attempts[1]?.end(200);
    await stopped;
    expect(attempts.length).toBe(2);
    const events = await delivery.outbox();
    expect(events.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(2);
    const released = events.filter(({ outcome }) => outcome === null);
    expect(released).toMatchObject(Array(3).fill({ next_at: startTime, attempts: 0 }));
  });

  test('an attempt that is aborted by stopping does not count', async () => {
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender });
    await delivery.change('http://127.0.0.1:1/');
    await expect.poll(() => attempts.length).toBe(1);
    await delivery.dispatcher.stop(0);
    expect(await delivery.outbox()).toMatchObject([{ attempts: 0, outcome: null, next_at: startTime }]);
  });

  test('an event whose process died is sent again when its lease ends, not before', async () => {
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender });
    await delivery.dispatcher.stop(0);
    await delivery.change('http://127.0.0.1:1/');
    const { events } = await delivery.store.claimEvents([{ host: '127.0.0.1:1', limit: 9 }], startTime, startTime + 30_000);
    expect(events.length).toBe(1);
    const claimAgain = (now: number) => delivery.store.claimEvents([{ host: '127.0.0.1:1', limit: 9 }], now, now + 30_000);
    expect((await claimAgain(startTime + 29_999)).events).toEqual([]);
    expect((await claimAgain(startTime + 30_000)).events).toMatchObject([{ id: events[0]?.id, attempts: 0 }]);
    expect(attempts).toEqual([]);
  });

  test('forgets delivered events after a day and dead letters after 30', async () => {
    const receiver = await startReceiver();
    const delivery = await startDelivery({ kind });
    await delivery.change(receiver.url);
    await delivery.change('http://10.0.0.1/');
    await expect.poll(async () => (await delivery.outbox()).filter(({ outcome }) => outcome !== null).length).toBe(2);
    const day = 86_400_000;
    expect(await delivery.store.forgetEvents(startTime + day - 1, 9)).toBe(0);
    expect(await delivery.store.forgetEvents(startTime + day, 9)).toBe(1);
    expect(await delivery.store.forgetEvents(startTime + 30 * day - 1, 9)).toBe(0);
    expect(await delivery.store.forgetEvents(startTime + 30 * day, 9)).toBe(1);
    expect(await delivery.outbox()).toEqual([]);
  });

  test('deletes all old events in one round, however many there are', async () => {
    const receiver = await startReceiver();
    const delivery = await startDelivery({ kind });
    await delivery.change(receiver.url);
    await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'delivered' }]);
    await delivery.query(`
    WITH RECURSIVE more (sequence) AS (SELECT 2 UNION ALL SELECT sequence + 1 FROM more WHERE sequence < 2500)
    INSERT INTO outbox (id, invoice_id, account_id, sequence, url, body, created_at, settled_at, host, outcome, next_at)
      SELECT 'evt_' || more.sequence, invoice_id, account_id, more.sequence, url, body, created_at, settled_at, host, outcome, next_at
      FROM outbox, more`);
    delivery.clock.now += 86_400_000;
    await delivery.dispatcher.look();
    expect(await delivery.outbox()).toEqual([]);
  });
});

// The following tests do not depend on the store.

test('writes a line for each attempt, without URL, body and secret', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(500).end());
  const delivery = await startDelivery();
  const { id } = await delivery.change(`${receiver.url}/hook?token=hidden`);
  await expect.poll(() => delivery.log.length).toBe(1);
  expect(delivery.log).toMatchObject([
    {
      msg: 'callback attempt',
      account: 'acc_1',
      host: `127.0.0.1:${receiver.port}`,
      attempt: 1,
      outcome: 'retry',
      reason: 'status 500',
      nextAt: new Date(startTime + 5_000).toISOString(),
    },
  ]);
  expect(JSON.stringify(delivery.log)).not.toMatch(/hidden|hook|whsec|coffeeshop/);
  // The invoice's id must not be logged, because it opens the payment page.
  expect(JSON.stringify(delivery.log)).not.toContain(id);
});

test('follows the whole schedule to the dead letter, with the same bytes and id', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(503).end());
  const delivery = await startDelivery();
  await delivery.change(receiver.url);
  for (let attempts = 1; attempts < 10; attempts++) {
    await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts, outcome: null, next_at: dueAfter(attempts) }]);
    // One millisecond before the attempt is due, nothing happens.
    delivery.clock.now = dueAfter(attempts) - 1;
    delivery.dispatcher.wake();
    await delivery.dispatcher.look();
    expect(receiver.calls.length).toBe(attempts);
    delivery.clock.now = dueAfter(attempts);
    delivery.dispatcher.wake();
  }
  await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts: 10, outcome: 'dead', reason: 'status 503' }]);
  expect(receiver.calls.length).toBe(10);
  expect(new Set(receiver.calls.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);

  const [dead] = await delivery.store.listDeadEvents(10);
  expect(dead).toMatchObject({ attempts: 10, reason: 'status 503', diedAt: dueAfter(9), sequence: 1 });
  expect(await delivery.store.listDeadEvents(10, 'acc_2')).toEqual([]);
});

test('a callback to a private host is dead immediately', async () => {
  const delivery = await startDelivery();
  await delivery.change('http://10.0.0.1/');
  await expect.poll(() => delivery.outbox()).toMatchObject([{ attempts: 1, outcome: 'dead', reason: 'url_not_allowed' }]);
});

test('a slow host uses up only its own limit and delays no other', async () => {
  const { sender, attempts } = createPuppetSender();
  const delivery = await startDelivery({ sender, limits: { total: 64, perHost: 4 } });
  for (let i = 0; i < 30; i++) await delivery.change('http://127.0.0.1:1/slow');
  await expect.poll(() => attempts.length).toBe(4);
  await delivery.change('http://127.0.0.1:2/quick');
  await expect.poll(() => attempts.map(({ url }) => url).at(-1)).toBe('http://127.0.0.1:2/quick');
  expect(attempts.length).toBe(5);
  // When an attempt ends, another one may begin.
  attempts[0]?.end(200);
  await expect.poll(() => attempts.length).toBe(6);
  for (let i = 1; i < 31; i++) {
    await expect.poll(() => attempts.length).toBeGreaterThan(i);
    attempts[i]?.end(200);
  }
  await expect.poll(async () => (await delivery.outbox()).filter(({ outcome }) => outcome === 'delivered').length).toBe(31);
  expect(attempts.length).toBe(31);
});

test('the total is limited, and one account gets at most half of it', async () => {
  const { sender, attempts } = createPuppetSender();
  const delivery = await startDelivery({ sender, limits: { total: 6, perHost: 2 } });
  for (let i = 1; i <= 5; i++) await delivery.change(`http://127.0.0.1:${i}/`);
  await expect.poll(() => attempts.length).toBe(3);
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => attempts.length).toBeGreaterThan(i);
    attempts[i]?.end(200);
  }
  await expect.poll(async () => (await delivery.outbox()).filter(({ outcome }) => outcome === 'delivered').length).toBe(5);
});

test('two secrets sign while one replaces the other, and one after 24 hours', async () => {
  const receiver = await startReceiver();
  const delivery = await startDelivery();
  const next = makeSecret(randomBytes);
  const sealed = sealSecret(next, 'acc_1', delivery.key, randomBytes);
  await delivery.store.rotateSecret('acc_1', { id: 'sec_2', sealed, createdAt: startTime }, secretOverlap);
  await delivery.change(receiver.url);
  // Waits until the attempt is recorded. Otherwise the event would be sent again, because the clock moves past the lease's end.
  await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'delivered' }]);
  delivery.clock.now += secretOverlap;
  await delivery.change(receiver.url);
  await expect.poll(() => receiver.calls.length).toBe(2);
  const verifies = receiver.calls.map(({ headers, body }) =>
    [next, delivery.secret].map((secret) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    }),
  );
  expect(verifies).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('moving the clock while an attempt is under way does not send its event twice', async () => {
  const { sender, attempts } = createPuppetSender();
  const delivery = await startDelivery({ sender });
  await delivery.change('http://127.0.0.1:1/');
  await expect.poll(() => attempts.length).toBe(1);
  delivery.clock.now += 3_600_000;
  delivery.dispatcher.wake();
  await delivery.change('http://127.0.0.1:1/');
  await expect.poll(() => attempts.length).toBe(2);
  expect(new Set(attempts.map(({ id }) => id)).size).toBe(2);
  for (const attempt of attempts) attempt.end(200);
  await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'delivered' }, { outcome: 'delivered' }]);
});

test('servers divide the attempts that a host is allowed among them', async () => {
  const { sender, attempts } = createPuppetSender();
  const delivery = await startDelivery({ kind: 'PostgreSQL', sender, limits: { total: 64, perHost: 4 } });
  const others = [await delivery.openAnother(), await delivery.openAnother(), await delivery.openAnother()];
  for (const other of others) await other.enterServers();
  await delivery.store.enterServers();
  await delivery.dispatcher.look();
  for (let i = 0; i < 9; i++) await delivery.change('http://127.0.0.1:1/');
  await expect.poll(() => attempts.length).toBe(1);
  const claimed = async () => (await delivery.outbox()).filter(({ next_at }) => next_at > startTime).length;
  await expect.poll(claimed).toBe(9);
  expect(attempts).toHaveLength(1);
});
