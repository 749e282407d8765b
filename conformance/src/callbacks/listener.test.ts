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
