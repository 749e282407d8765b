import { createCallbackQueue, type DeliveryLimits, type QueuedCallback } from '@payment-invoice/kit/callbacks';
import { expect, test } from 'vitest';
import { createPuppetSender } from '../../testing/callbacks/start-delivery.ts';

function startQueue(limits: DeliveryLimits) {
  const { sender, attempts } = createPuppetSender();
  const queue = createCallbackQueue(sender, limits);
  let numbers = 0;
  return {
    queue,
    attempts,
    /** Returns the hosts of the attempts that have begun, in order. */
    begun: () => attempts.map(({ url }) => new URL(url).hostname).join(' '),
    send: (host: string, more: Partial<QueuedCallback> = {}) => {
      numbers += 1;
      const id = `evt_${numbers}`;
      const plain = { id, invoiceId: id, accountId: 'acc_1', host, url: `http://${host}/`, body: Buffer.from('{}'), secrets: [] };
      return queue.send({ ...plain, beginBy: Date.now() + 60_000, ...more });
    },
  };
}
const unsent = { kind: 'unsent' };

test('begins as many attempts as a host is allowed, and the next one when one has ended', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 2 });
  const sent = [send('a'), send('a'), send('a'), send('a')];
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  attempts[1]?.end(204);
  expect(await sent[1]).toMatchObject({ kind: 'sent', result: { status: 204 }, ms: expect.any(Number) });
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_2', 'evt_3']);
});

test('the limit of a host can be raised and lowered, which cuts off no attempt', () => {
  const { queue, send, attempts } = startQueue({ total: 9, perHost: 1 });
  for (let i = 0; i < 5; i++) send('a');
  queue.limitHosts(3);
  expect(attempts).toHaveLength(3);
  queue.limitHosts(1);
  attempts[0]?.end(204);
  expect(attempts).toHaveLength(3);
});

test('hosts take turns when the total is reached', async () => {
  const { send, attempts, begun } = startQueue({ total: 1, perHost: 9 });
  for (const host of ['a', 'a', 'a', 'b', 'b', 'c']) send(host);
  for (let i = 0; i < 5; i++) {
    attempts[i]?.end(204);
    await expect.poll(() => attempts.length).toBe(i + 2);
  }
  expect(begun()).toBe('a a b c a b');
});

test('an account with many hosts that do not respond leaves room for other accounts, which take turns with it', async () => {
  const { send, attempts } = startQueue({ total: 8, perHost: 2 });
  for (let i = 0; i < 20; i++) send(`hangs-${i}`, { accountId: 'acc_greedy' });
  expect(attempts.length).toBe(4);
  for (let i = 0; i < 3; i++) send(`shop-${i}`, { accountId: 'acc_2' });
  expect(attempts.slice(4).map(({ url }) => new URL(url).hostname)).toEqual(['shop-0', 'shop-1']);
  // The last two attempts are left for accounts that have none under way.
  send('c', { accountId: 'acc_3' });
  send('d', { accountId: 'acc_4' });
  expect(attempts.length).toBe(8);
});

test('when an attempt ends, the account whose turn it is begins one', async () => {
  const { send, attempts } = startQueue({ total: 2, perHost: 9 });
  for (let i = 0; i < 9; i++) send(`hangs-${i}`, { accountId: 'acc_greedy' });
  send('a', { accountId: 'acc_2' });
  send('b', { accountId: 'acc_2' });
  expect(attempts.length).toBe(2);
  attempts[1]?.end(204);
  await expect.poll(() => attempts.length).toBe(3);
  expect(attempts[2]?.url).toBe('http://b/');
});

test("accounts with the same host share the host's limit", async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 2 });
  for (const accountId of ['acc_1', 'acc_1', 'acc_1', 'acc_2']) send('a', { accountId });
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  attempts[0]?.end(204);
  await expect.poll(() => attempts.length).toBe(3);
  attempts[1]?.end(204);
  await expect.poll(() => attempts.length).toBe(4);
});

test('does not begin an attempt that has waited too long', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [first, late, next] = [send('a'), send('a', { beginBy: Date.now() - 1 }), send('a')];
  attempts[0]?.end(204);
  expect(await first).toMatchObject({ kind: 'sent' });
  expect(await late).toEqual(unsent);
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_3']);
  attempts[1]?.end(204);
  expect(await next).toMatchObject({ kind: 'sent' });
});

test('a 410 leaves the waiting events of the same invoice unsent, and no others', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [gone, same, other] = [send('a', { invoiceId: 'inv_1' }), send('a', { invoiceId: 'inv_1' }), send('a')];
  attempts[0]?.end(410);
  expect(await gone).toMatchObject({ result: { status: 410 } });
  expect(await same).toEqual(unsent);
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_3']);
  attempts[1]?.end(204);
  expect(await other).toMatchObject({ kind: 'sent' });
});

test('begins no attempt after hold, and lets attempts under way finish', async () => {
  const { queue, send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [first, waits] = [send('a'), send('a')];
  queue.hold();
  expect(await waits).toEqual(unsent);
  expect(await send('b')).toEqual(unsent);
  attempts[0]?.end(204);
  expect(await first).toMatchObject({ kind: 'sent' });
  expect(attempts.length).toBe(1);
});
