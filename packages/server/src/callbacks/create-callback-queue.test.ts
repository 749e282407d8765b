import { expect, test } from 'vitest';
import type { QueuedCallback } from './callback-sender.ts';
import { createCallbackQueue, type DeliveryLimits } from './create-callback-queue.ts';
import { createPuppetSender } from './testing/start-delivery.ts';

function startQueue(limits: DeliveryLimits) {
  const { sender, attempts } = createPuppetSender();
  const queue = createCallbackQueue(sender, limits);
  let numbers = 0;
  return {
    queue,
    attempts,
    /** Attempts that have begun, by host. */
    begun: () => attempts.map(({ url }) => new URL(url).hostname).join(' '),
    send: (host: string, more: Partial<QueuedCallback> = {}) => {
      numbers += 1;
      const id = `evt_${numbers}`;
      const plain = { id, invoiceId: id, host, url: `http://${host}/`, body: Buffer.from('{}'), secrets: [] };
      return queue.send({ ...plain, beginBy: Date.now() + 60_000, ...more });
    },
  };
}
const unsent = { kind: 'unsent' };

test('begins as many as a host is allowed, and the next one when one has ended', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 2 });
  const sent = [send('a'), send('a'), send('a'), send('a')];
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  attempts[1]?.end(204);
  expect(await sent[1]).toMatchObject({ kind: 'sent', result: { status: 204 }, ms: expect.any(Number) });
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_2', 'evt_3']);
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

test('does not begin one that waited too long', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [first, late, next] = [send('a'), send('a', { beginBy: Date.now() - 1 }), send('a')];
  attempts[0]?.end(204);
  expect(await first).toMatchObject({ kind: 'sent' });
  expect(await late).toEqual(unsent);
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_3']);
  attempts[1]?.end(204);
  expect(await next).toMatchObject({ kind: 'sent' });
});

test('a 410 leaves what waits of the same invoice unsent, and nothing else', async () => {
  const { send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [gone, same, other] = [send('a', { invoiceId: 'inv_1' }), send('a', { invoiceId: 'inv_1' }), send('a')];
  attempts[0]?.end(410);
  expect(await gone).toMatchObject({ result: { status: 410 } });
  expect(await same).toEqual(unsent);
  expect(attempts.map(({ id }) => id)).toEqual(['evt_1', 'evt_3']);
  attempts[1]?.end(204);
  expect(await other).toMatchObject({ kind: 'sent' });
});

test('begins nothing more once it is held, and lets end what is under way', async () => {
  const { queue, send, attempts } = startQueue({ total: 9, perHost: 1 });
  const [first, waits] = [send('a'), send('a')];
  queue.hold();
  expect(await waits).toEqual(unsent);
  expect(await send('b')).toEqual(unsent);
  attempts[0]?.end(204);
  expect(await first).toMatchObject({ kind: 'sent' });
  expect(attempts.length).toBe(1);
});
