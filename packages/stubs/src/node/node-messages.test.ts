import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readNodeBody } from './node-messages.ts';

test('a body whose client has hung up before anyone read it ended early, and was not read by anything else', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = request({ port: (server.address() as AddressInfo).port, method: 'POST', headers: { 'Content-Length': 100 } });
  client.on('error', () => undefined).write('{"amount":');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  incoming.on('error', () => undefined);
  const closed = once(incoming, 'close').catch(() => undefined);
  client.destroy();
  await closed;
  await expect(readNodeBody(incoming, 1_000)).rejects.toMatchObject({ code: 'malformed_json' });
});
