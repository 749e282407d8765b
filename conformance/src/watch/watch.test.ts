/** Tests that all bytes are forwarded unchanged, and that the observer parses the right exchanges from them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Observed } from './observe-connection.ts';
import { openPassThrough, type PassThrough } from './watch.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => server.close() });
  return (server.address() as AddressInfo).port;
}

async function passTo(port: number): Promise<PassThrough & { seen: Observed[]; lost: () => number; unreachable: string[] }> {
  const seen: Observed[] = [];
  const unreachable: string[] = [];
  let lost = 0;
  const passing = await openPassThrough({
    host: '127.0.0.1',
    port: 0,
    upstream: new URL(`http://127.0.0.1:${port}`),
    onExchange: (one) => seen.push(one),
    onLost: () => {
      lost++;
    },
    onUnreachable: ({ message }) => unreachable.push(message),
  });
  open.push(passing);
  return { ...passing, seen, lost: () => lost, unreachable };
}

/** Sends bytes, and returns everything that is received until the other side closes the connection. */
async function talk(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  socket.end(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return received;
}

test.each([
  [
    'two requests at once, with odd spelling',
    'pOsT /a HTTP/1.1\r\nhOsT:  x \r\ncontent-length: 2\r\n\r\nhiGET /b HTTP/1.1\r\nHost: x\r\n\r\n',
  ],
  ['bytes that are no HTTP', '\u0000\u0001\u00ff\r\n\r\n\u0080'],
  ['half a request', 'POST /a HTTP/1.1\r\nContent-Length: 100\r\n\r\nnot all'],
])('%s: both sides get every byte as it was sent', async (_name, bytes) => {
  const reply = 'HTTP/1.1 200 Fine \r\nX-Odd:\tyes\r\nTransfer-Encoding: chunked\r\n\r\n00003;a\r\n\u00ff\u0000x\r\n0\r\n\r\n';
  let arrived = '';
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('latin1').on('data', (text) => {
      arrived += text;
    });
    socket.on('end', () => socket.end(Buffer.from(reply, 'latin1')));
  });
  const passing = await passTo(await portOf(server));
  expect(await talk(passing.port, bytes)).toBe(reply);
  expect(arrived).toBe(bytes);
});

test('each request is told with its response, also on one connection, and without one', async () => {
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/drop') request.socket.destroy();
    else response.setHeader('x-url', request.url ?? '').end(request.method === 'HEAD' ? undefined : `body of ${request.url}`);
  };
  const server = createServer(respond);
  const passing = await passTo(await portOf(server));
  const bytes = ['GET /a', 'HEAD /b', 'GET /c'].map((line) => `${line} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  await talk(passing.port, bytes);
  await talk(passing.port, 'GET /drop HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');
  await expect.poll(() => passing.seen.length).toBe(4);
  expect(passing.seen.map(({ request, response }) => [request.line.split(' ')[1], response?.body.toString()])).toEqual([
    ['/a', 'body of /a'],
    ['/b', ''],
    ['/c', 'body of /c'],
    ['/drop', undefined],
  ]);
});

test('what it cannot read it passes on, and says so once a connection', async () => {
  const server = createTcpServer((socket) => socket.pipe(socket));
  const passing = await passTo(await portOf(server));
  expect(await talk(passing.port, '\u0016\u0003\u0001\r\n\r\nmore')).toBe('\u0016\u0003\u0001\r\n\r\nmore');
  expect([passing.lost(), passing.seen.length]).toEqual([1, 0]);
});

test('where nothing listens, the client is cut off as it would have been, and the reason is told', async () => {
  const server = createTcpServer();
  const port = await portOf(server);
  server.close();
  const passing = await passTo(port);
  await expect(talk(passing.port, 'GET / HTTP/1.1\r\n\r\n').catch(() => '')).resolves.toBe('');
  expect(passing.unreachable[0]).toContain('ECONNREFUSED');
});
