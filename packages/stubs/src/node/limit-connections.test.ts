import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RawConnection } from '../../testing/raw-http.ts';
import { createHttpServer } from './create-http-server.ts';

test('a new connection takes the place of an idle one, never of a busy one', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createHttpServer(
    async (request, response) => {
      if (request.url === '/held') await held;
      response.end('ok');
    },
    { publicBaseUrl: () => 'http://shop.test', maxConnections: 3 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const open = () => RawConnection.open((server.address() as AddressInfo).port);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const ask = async (connection: RawConnection) => (await connection.write(get('/')).read()).status;

  const busy = (await open()).write(get('/held'));
  const silent = [await open(), await open()];
  const fresh = await open();
  expect(await ask(fresh)).toBe(200);
  expect(await silent[0]?.ended()).toBe('');
  const last = await open();
  expect(await ask(last)).toBe(200);
  expect(await silent[1]?.ended()).toBe('');
  release();
  expect((await busy.read()).status).toBe(200);
});

test('where all are busy the new one is ended', async () => {
  const server = createHttpServer(() => undefined, { publicBaseUrl: () => 'http://shop.test', maxConnections: 1 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const open = () => RawConnection.open((server.address() as AddressInfo).port);
  (await open()).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  expect(await (await open()).ended()).toBe('');
});
