import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { type CallbackAttempt, createHttpSender, type SenderSettings } from '@payment-invoice/kit/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../testing/callbacks/start-receiver.ts';
import { listen } from '../../testing/listen.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const attempt: CallbackAttempt = {
  id: 'evt_1',
  url: '',
  body: Buffer.from('{"note":"Zürich \\"ß\\""}'),
  secrets: [secret],
  signedAt: 1_800_000_000_999,
};

function startSender(settings: Partial<SenderSettings> = {}) {
  const sender = createHttpSender({ sandbox: true, totalTimeout: 15_000, ...settings });
  onTestFinished(() => sender.close());
  return sender;
}

/** Listens for raw connections, and returns the port. */
const listenRaw = (onConnection: (socket: Socket) => void) =>
  listen(createServer((socket) => onConnection(socket.on('error', () => undefined))));

test('posts the bytes unchanged, signed according to Standard Webhooks', async () => {
  const receiver = await startReceiver();
  const result = await startSender().send({ ...attempt, url: `${receiver.url}/hook?order=1`, secrets: [secret, oldSecret] });
  expect(result).toEqual({ kind: 'responded', status: 204, retryAfter: undefined });
  const sign = (key: number) =>
    `v1,${createHmac('sha256', Buffer.alloc(32, key)).update('evt_1.1800000000.').update(attempt.body).digest('base64')}`;
  expect(receiver.calls).toEqual([
    {
      path: '/hook?order=1',
      body: attempt.body.toString(),
      headers: expect.objectContaining({
        host: `127.0.0.1:${receiver.port}`,
        'content-type': 'application/json',
        'content-length': String(attempt.body.length),
        'webhook-id': 'evt_1',
        'webhook-timestamp': '1800000000',
        'webhook-signature': `${sign(7)} ${sign(8)}`,
      }),
    },
  ]);
});

test.each([
  ["/?a='b'", "/?a='b'"],
  ['/test?', '/test?'],
  ['', '/'],
  ['?', '/?'],
  ['?a=1', '/?a=1'],
  ['//', '//'],
  ['//evil.example/', '//evil.example/'],
  ['/a/../b/./c', '/a/../b/./c'],
  ['/%7Euser/%2e%2e/%2F', '/%7Euser/%2e%2e/%2F'],
  ["/it's;a=(b)*!$&,c+d=@:", "/it's;a=(b)*!$&,c+d=@:"],
  ['/?q=[1]|{2}^`"<>', '/?q=[1]|{2}^`"<>'],
  ['/a?b?c=/d', '/a?b?c=/d'],
])('a URL that ends in %s is called exactly as it was given', async (end, path) => {
  const receiver = await startReceiver();
  expect(await startSender().send({ ...attempt, url: receiver.url + end })).toMatchObject({ kind: 'responded' });
  expect(receiver.calls.map((call) => call.path)).toEqual([path]);
});

test('connects to the address that was checked, with the original host', async () => {
  const receiver = await startReceiver();
  const responses = [['127.0.0.1'], ['10.0.0.1']];
  const asked: string[] = [];
  const sender = startSender({
    resolveHost: async (hostname) => {
      asked.push(hostname);
      return responses.shift() ?? [];
    },
  });
  // Each look-up returns a different address, so the test passes only if the connection uses the address that was checked.
  const result = await sender.send({ ...attempt, url: `http://merchant.test:${receiver.port}/` });
  expect(result).toMatchObject({ kind: 'responded', status: 204 });
  expect(asked).toEqual(['merchant.test']);
  expect(receiver.calls[0]?.headers.host).toBe(`merchant.test:${receiver.port}`);
});

test('uses the original host name in TLS, and trusts no unknown certificate', async () => {
  const names: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  const sender = startSender({ resolveHost: async () => ['127.0.0.1'] });
  const result = await sender.send({ ...attempt, url: `https://merchant.localhost:${port}/` });
  expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('SSL') });
  expect(names).toEqual(['merchant.localhost']);
});

test.each([
  { sandbox: true, addresses: ['8.8.8.8', '127.0.0.1', '169.254.169.254'] },
  { sandbox: false, addresses: ['127.0.0.1'] },
  { sandbox: false, addresses: ['8.8.8.8', '::1'] },
  { sandbox: false, addresses: ['fe80::1%eth0'] },
])('a name with the addresses $addresses is blocked (sandbox: $sandbox)', async ({ sandbox, addresses }) => {
  const sender = startSender({ sandbox, resolveHost: async () => addresses });
  const result = await sender.send({ ...attempt, url: 'https://merchant.test:8443/' });
  expect(result).toEqual({ kind: 'blocked', reason: 'address_not_allowed' });
});

test.each(['http://10.0.0.1/', 'http://printer.local/'])('the sandbox sends nothing to %s', async (url) => {
  expect(await startSender().send({ ...attempt, url })).toEqual({ kind: 'blocked', reason: 'url_not_allowed' });
});

test.each(['https://127.0.0.1/', 'http://shop.example/'])('outside of a sandbox nothing is sent to %s', async (url) => {
  const result = await startSender({ sandbox: false }).send({ ...attempt, url });
  expect(result).toEqual({ kind: 'blocked', reason: 'url_not_allowed' });
});

test('follows no redirect', async () => {
  const inside = await startReceiver();
  const receiver = await startReceiver((_, res) => void res.writeHead(307, { location: inside.url }).end());
  expect(await startSender().send({ ...attempt, url: receiver.url })).toMatchObject({ kind: 'responded', status: 307 });
  expect([receiver.calls.length, inside.calls.length]).toEqual([1, 0]);
});

test('uses no proxy from the environment', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(299).end());
  const proxy = await startReceiver();
  const script = `
    const { createHttpSender } = await import('@payment-invoice/kit/callbacks');
    const sender = createHttpSender({ sandbox: true, totalTimeout: 15_000 });
    const result = await sender.send({ id: 'evt_1', url: ${JSON.stringify(receiver.url)}, body: Buffer.from('{}'), secrets: [${JSON.stringify(secret)}], signedAt: 0 });
    console.log(result.status);
    await sender.close();`;
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  const proxies = Object.fromEntries(names.map((name) => [name, proxy.url]));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...proxies, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
  });
  expect(stdout.trim()).toBe('299');
  expect([receiver.calls.length, proxy.calls.length]).toEqual([1, 0]);
});

test('gives up on a receiver that never responds', async () => {
  const port = await listenRaw(() => undefined);
  const result = await startSender({ totalTimeout: 100 }).send({ ...attempt, url: `http://127.0.0.1:${port}/` });
  expect(result).toEqual({ kind: 'failed', reason: 'timeout' });
});

test('gives up on a name that is never resolved', async () => {
  const sender = startSender({ connectTimeout: 100, resolveHost: () => new Promise(() => undefined) });
  const result = await sender.send({ ...attempt, url: 'http://merchant.test/' });
  expect(result).toEqual({ kind: 'failed', reason: 'UND_ERR_CONNECT_TIMEOUT' });
});

test.each<[string, (socket: Socket) => void]>([
  ['drops the connection', (socket) => socket.destroy()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['answers nonsense', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['answers half a header', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-')],
  ['answers headers without end', (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}`)],
])('a receiver that %s is a failure', async (_, onConnection) => {
  const port = await listenRaw((socket) => void socket.once('data', () => onConnection(socket)));
  const result = await startSender().send({ ...attempt, url: `http://127.0.0.1:${port}/` });
  expect(result.kind).toBe('failed');
});

test('a port that nobody listens on is a failure', async () => {
  const port = await listenRaw(() => undefined);
  const sender = startSender({ resolveHost: async () => ['127.0.0.2'] });
  const result = await sender.send({ ...attempt, url: `http://merchant.test:${port}/` });
  expect(result).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
});

test('reads 64 KiB of a response and ends the connection', async () => {
  const { promise: cutOff, resolve } = Promise.withResolvers<void>();
  const receiver = await startReceiver((_, res) => {
    res.on('close', resolve);
    res.writeHead(200);
    const write = () => {
      while (res.write(Buffer.alloc(16_384)) && !res.destroyed);
    };
    res.on('drain', write);
    write();
  });
  expect(await startSender().send({ ...attempt, url: receiver.url })).toMatchObject({ kind: 'responded', status: 200 });
  await expect(cutOff).resolves.toBeUndefined();
});

test('a body that never ends does not undo the status', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(200).write('x'));
  expect(await startSender({ totalTimeout: 1_000 }).send({ ...attempt, url: receiver.url })).toMatchObject({ status: 200 });
});

test('returns Retry-After', async () => {
  const receiver = await startReceiver((_, res) => void res.writeHead(503, { 'retry-after': '120' }).end());
  const result = await startSender().send({ ...attempt, url: receiver.url });
  expect(result).toEqual({ kind: 'responded', status: 503, retryAfter: '120' });
});
