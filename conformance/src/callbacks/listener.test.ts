import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { withSubject } from '../../testing/with-subject.ts';
import { aside, Places } from '../places/places.ts';
import { openListener } from './listener.ts';

const withListener = (
  options: Omit<Parameters<typeof openListener>[0], 'host' | 'port'>,
  use: (listener: Awaited<ReturnType<typeof openListener>>) => Promise<void>,
) => withSubject(() => openListener({ host: '127.0.0.1', port: 0, ...options }), use);

test('a caller that hangs up in the middle of its body breaks nothing and does not count as a call', () =>
  withListener({ vouched: true, wait: 1000 }, async (listener) => {
    const mailbox = listener.open();
    const { hostname, port, pathname } = new URL(mailbox.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{"half`, () =>
          setTimeout(() => socket.destroy(), 50),
        );
      }).once('close', () => resolve());
    });
    expect(await mailbox.wait(1, 200)).toEqual([]);
    await fetch(mailbox.url, { method: 'POST', body: 'whole' });
    expect(mailbox.calls).toHaveLength(1);
  }));

test('waits for calls are short until the first call arrives, and longer after that', () =>
  withListener({ vouched: false, wait: 60_000, waitUnheard: 200 }, async (listener) => {
    expect(await listener.open().wait(1)).toEqual([]);
    const [first, second] = [listener.open(), listener.open()];
    const [firstHeard, secondHeard] = [first.wait(1), second.wait(1)];
    await fetch(first.url, { method: 'POST', body: 'soon' });
    expect(await firstHeard).toHaveLength(1);
    // Lets 300 ms pass. If `first` had received no call, the wait of `second` would have ended after 200 ms.
    expect(await listener.open().wait(1, 300)).toEqual([]);
    await fetch(second.url, { method: 'POST', body: 'late' });
    expect(await secondHeard).toHaveLength(1);
  }));

test('while other cases run, a first call may come later: the wait costs nothing, and the machine may be busy', () =>
  withListener({ vouched: false, wait: 60_000, waitUnheard: 1 }, async (listener) => {
    const places = new Places(2);
    const mailbox = listener.open();
    const heard = places.hold(() => mailbox.wait(1));
    let isHeard = false;
    heard.then(() => {
      isHeard = true;
    });
    const other = places.hold(async () => {
      // After 150 ms, the first case must still be waiting. If it were the only case, it would have stopped after 1 ms.
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(isHeard).toBe(false);
      await fetch(mailbox.url, { method: 'POST', body: 'late' });
    });
    expect(await heard).toHaveLength(1);
    await other;
  }));

test('waits for a deployment that never calls end once all cases only wait', () =>
  withListener({ vouched: false, wait: 60_000, waitUnheard: 1 }, async (listener) => {
    const places = new Places(2);
    const waits = [1, 2].map(() => places.hold(() => listener.open().wait(1)));
    // This case is waiting, but not for a call.
    const other = places.hold(() => aside(() => Promise.all(waits)));
    expect(await other).toEqual([[], []]);
  }));

test('a flood of calls is refused once a mailbox is full, and a body without end is cut', () =>
  withListener({ vouched: true, wait: 1000 }, async (listener) => {
    const [mailbox, large, other] = [listener.open(), listener.open(), listener.open()];
    const post = async (url: string, body: string) => (await fetch(url, { method: 'POST', body })).status;
    const statuses = new Set<number>();
    for (let count = 0; count < 300; count++) statuses.add(await post(mailbox.url, '{}'));
    expect([...statuses, mailbox.calls.length]).toEqual([204, 503, 200]);
    for (let count = 0; count < 10; count++) await post(large.url, 'x'.repeat(900_000));
    // The listener keeps each body up to its limit, plus the rest of the chunk in which the limit is reached.
    expect(large.calls.length).toBeLessThan(6);
    expect(Math.max(...large.calls.map(({ body }) => body.length))).toBeLessThan(400_000);
    const { hostname, port, pathname } = new URL(other.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const cut = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 99999999\r\n\r\n`);
    for (let piece = 0; piece < 40 && !socket.destroyed; piece++)
      await new Promise((resolve) => socket.write('x'.repeat(1_000_000), resolve));
    await cut;
    expect(await post(other.url, '{}')).toBe(204);
    expect(other.calls).toHaveLength(1);
  }));
