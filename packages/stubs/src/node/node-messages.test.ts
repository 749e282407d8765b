import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { readNodeBody } from './node-messages.ts';

test('a body whose client has hung up before anyone read it ended early, and was not read by anything else', async () => {
  const server = createServer();
  const client = request({ port: await listen(server), method: 'POST', headers: { 'Content-Length': 100 } });
  client.on('error', () => undefined).write('{"amount":');
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  incoming.on('error', () => undefined);
  const closed = once(incoming, 'close').catch(() => undefined);
  client.destroy();
  await closed;
  await expect(readNodeBody(incoming, 1_000)).rejects.toMatchObject({ code: 'malformed_json' });
});
