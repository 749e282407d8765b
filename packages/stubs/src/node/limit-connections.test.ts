import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { RawConnection } from '../../testing/raw-http.ts';
import { createHttpServer } from './create-http-server.ts';

test('a new connection takes the place of an idle one, never of a busy one', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const server = createHttpServer(
    async (request, response) => {
      if (request.url === '/held') await held;
      response.end('ok');
    },
    { publicBaseUrl: () => 'http://shop.test', maxConnections: 3 },
  );
  const port = await listen(server);
  const open = () => RawConnection.open(port);
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
  const port = await listen(server);
  (await RawConnection.open(port)).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  expect(await (await RawConnection.open(port)).ended()).toBe('');
});
