import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { aside, Places } from '../places/places.ts';
import { openListener } from './listener.ts';

test('a caller that hangs up in the middle of its body breaks nothing and has not called', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, vouched: true, wait: 1000 });
  try {
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
  } finally {
    await listener.close();
  }
});

test('one call that comes makes the waits for others longer, which were short while none had come', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, vouched: false, wait: 60_000, waitUnheard: 200 });
  try {
    expect(await listener.open().wait(1)).toEqual([]);
    const [first, second] = [listener.open(), listener.open()];
    const [firstHeard, secondHeard] = [first.wait(1), second.wait(1)];
    await fetch(first.url, { method: 'POST', body: 'soon' });
    expect(await firstHeard).toHaveLength(1);
    // Waits for longer than was waited for a first one.
    expect(await listener.open().wait(1, 300)).toEqual([]);
    await fetch(second.url, { method: 'POST', body: 'late' });
    expect(await secondHeard).toHaveLength(1);
  } finally {
    await listener.close();
  }
});

test('while other cases run, a first call may come later: the wait costs nothing, and the machine may be busy', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, vouched: false, wait: 60_000, waitUnheard: 1 });
  try {
    const places = new Places(2);
    const mailbox = listener.open();
    const heard = places.hold(() => mailbox.wait(1));
    let isHeard = false;
    heard.then(() => {
      isHeard = true;
    });
    const other = places.hold(async () => {
      // Longer than nothing else would have been waited for.
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(isHeard).toBe(false);
      await fetch(mailbox.url, { method: 'POST', body: 'late' });
    });
    expect(await heard).toHaveLength(1);
    await other;
  } finally {
    await listener.close();
  }
});

test('a deployment that never calls is not waited for once all cases only wait', async () => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, vouched: false, wait: 60_000, waitUnheard: 1 });
  try {
    const places = new Places(2);
    const waits = [1, 2].map(() => places.hold(() => listener.open().wait(1)));
    // Waits for something else in a time of its own.
    const other = places.hold(() => aside(() => Promise.all(waits)));
    expect(await other).toEqual([[], []]);
  } finally {
    await listener.close();
  }
});
