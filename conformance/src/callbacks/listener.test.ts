import { connect } from 'node:net';
import { expect, test } from 'vitest';
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
