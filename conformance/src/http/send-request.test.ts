import type { NonSharedBuffer } from 'node:buffer';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { cleanerFor } from '../report/clean-report.ts';
import { showMarks } from '../text/marks.ts';
import { sendOnce } from '../wire/send-patiently.ts';
import { openWire } from '../wire/wire.ts';
import { sendRequest } from './send-request.ts';

const token = 'tok/ABC+def==ghijklmnop0123';
const spellings = [
  token,
  encodeURIComponent(token),
  'tok\\/ABC+def==ghijklmnop0123',
  Buffer.from(token).toString('base64'),
  Buffer.from(`${token}:`).toString('base64'),
  Buffer.from(`api:${token}`).toString('base64'),
];

test.each(spellings)('a token that comes back as %s is masked', async (spelling) => {
  const baseUrl = await serveForTest((_request, response) =>
    response.setHeader('x-told', spelling).end(`{"told":"${spelling}"}`),
  );
  const { answer } = await sendRequest({ baseUrl, token, timeout: 5000 }, { method: 'GET', path: '/', headers: [] });
  expect(showMarks(JSON.stringify(answer))).toContain('$TOKEN');
  expect(JSON.stringify(answer)).not.toMatch(/ABC|QUJD|FCQ|BQk/);
});

test.each<[string, number, RequestListener, string]>([
  ['never answers', 200, () => undefined, 'no response within 0.2 s'],
  ['stops in the middle', 200, (_request, response) => void response.write('{"id":'), 'no response within 0.2 s'],
  [
    'ends before its Content-Length',
    10_000,
    (_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    'the connection was closed before a response came',
  ],
])('a server that %s: says so', async (_what, timeout, answer, failure) => {
  const baseUrl = await serveForTest(answer);
  const exchange = await sendRequest({ baseUrl, token, timeout }, { method: 'GET', path: '/', headers: [] });
  expect(exchange).toMatchObject({ failure });
  expect(exchange.answer).toBeUndefined();
});

const pack: Record<string, (bytes: NonSharedBuffer) => NonSharedBuffer> = {
  ...{ br: brotliCompressSync, deflate: deflateSync, gzip: gzipSync, zstd: zstdCompressSync, compress: Buffer.from },
};
test.each<[string[], string[], string | undefined]>([
  [['zstd'], ['zstd'], undefined],
  [['deflate, gzip'], ['deflate', 'gzip'], undefined],
  [['deflate', 'gzip'], ['deflate', 'gzip'], undefined],
  [['identity, br ,, X-GZIP'], ['br', 'gzip'], undefined],
  [['compress'], ['compress'], 'compress'],
  [['gzip, compress'], ['gzip'], 'compress'],
  [['gzip, gzip, gzip, gzip'], ['gzip'], 'gzip, gzip, gzip, gzip'],
])('a body with Content-Encoding %j', async (encodings, codings, packed) => {
  if (codings.some((name) => pack[name] === undefined)) return expect(process.version).toMatch(/^v2[02]\./);
  const text = JSON.stringify({ id: 'inv_1' });
  const body = codings.reduce((bytes, name) => pack[name]?.(bytes) ?? bytes, Buffer.from(text));
  const baseUrl = await serveForTest((_request, response) => response.setHeader('content-encoding', encodings).end(body));
  const target = { baseUrl, token, timeout: 20_000, maxWait: 0 };
  const spec = { method: 'GET', path: '/', headers: [] };
  const { answer } = await sendRequest(target, spec);
  expect(answer?.packed).toBe(packed);
  if (packed === undefined) expect(answer?.text).toBe(text);
  else await expect(sendOnce(openWire({}), target, spec)).rejects.toThrow(`Content-Encoding: ${packed}, which the suite cannot`);
});

test('a response that unpacks to more than is read stays packed', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const baseUrl = await serveForTest((_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
  const { answer } = await sendRequest({ baseUrl, token, timeout: 20_000 }, { method: 'GET', path: '/', headers: [] });
  expect(answer?.text.length).toBeGreaterThan(0);
  expect(answer?.text.length).toBeLessThanOrEqual(bomb.length);
});

test.each(spellings.slice(0, 4))('the other token as %s is masked in what is written', (spelling) => {
  expect(cleanerFor({ OTHER_TOKEN: token })({ told: spelling }).told).toMatch(/^\$OTHER_TOKEN=*$/);
});

test('a connection that is closed in place of a response is noticed, though the request gets one on another', async () => {
  let count = 0;
  const baseUrl = await serveForTest((request, response) => {
    if (++count === 3) request.socket.destroy();
    else response.end('{}');
  });
  const send = () => sendRequest({ baseUrl, token, timeout: 5000 }, { method: 'GET', path: '/', headers: [] });
  const exchanges = [await send(), await send(), await send(), await send()];
  expect(exchanges.map(({ hungUp }) => hungUp)).toEqual([undefined, undefined, true, undefined]);
  expect(exchanges.map(({ answer }) => answer?.status)).toEqual([200, 200, 200, 200]);
});

test('a new connection that is closed in place of a response is one, too, where an idle one was closed before it', async () => {
  let isAway = false;
  const baseUrl = await serveForTest((request, response) => {
    if (isAway) request.socket.destroy();
    else response.end('{}');
  });
  const send = () => sendRequest({ baseUrl, token, timeout: 5000 }, { method: 'GET', path: '/', headers: [] });
  const now = performance.now.bind(performance);
  onTestFinished(() => void vi.restoreAllMocks());
  await send();
  isAway = true;
  // Simulates that the connection has been idle for two seconds.
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000);
  expect(await send()).toMatchObject({ hungUp: true, failure: 'the connection was closed before a response came' });
});
