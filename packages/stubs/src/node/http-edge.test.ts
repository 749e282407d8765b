/** The edge, byte by byte, over a real server: what a client library would never send. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApi } from '../api/create-api.ts';
import { koaApi } from '../koa.ts';
import { exampleInvoice, exampleOptions } from '../testing/example-api.ts';
import { RawConnection, type RawResponse } from '../testing/raw-http.ts';
import { type RawSketch, validBody as valid, writeRequest as write } from '../testing/write-request.ts';
import { createHttpServer } from './create-http-server.ts';

const refusals: unknown[] = [];
const bodies: unknown[] = [];
let held: Promise<void> | undefined;
let server: Server;
let port: number;
beforeAll(async () => {
  let id = 0;
  const makeRequestId = () => `req_${++id}`;
  const api = await createApi({
    ...exampleOptions,
    handlers: {
      ...exampleOptions.handlers,
      createPayment: async ({ body }) => {
        bodies.push(body);
        await held;
        return { status: 200, body: exampleInvoice };
      },
    },
    onError: (error) => refusals.push(error),
  });
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state.requestId = makeRequestId();
    await next();
  });
  app.use(koaApi(api));
  server = createHttpServer(app.callback(), {
    makeRequestId,
    publicBaseUrl: () => 'http://shop.test',
    times: { headers: 150, request: 300, idle: 5_000, check: 25 },
    onRefused: (_status, code) => refusals.push(code),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const createPath = '/api/v1/payments/create';

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  onTestFinished(() => void connection.socket.destroy());
  return connection;
}

async function ask(sketch: RawSketch | string = {}): Promise<RawResponse> {
  const connection = await open();
  return connection.write(typeof sketch === 'string' ? sketch : write(sketch)).read({
    head: typeof sketch === 'object' && sketch.method === 'HEAD',
  });
}

function expectProblem(answer: RawResponse, status: number, code: string): void {
  expect(answer).toMatchObject({ status, json: { status, code, type: `http://shop.test/problems/${code}` } });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  expect(answer.headers['x-request-id']).toBe(answer.json.requestId);
}

test('an ordinary request is answered, and the connection kept', async () => {
  const connection = await open();
  for (let i = 0; i < 2; i++) expect(await connection.write(write()).read()).toMatchObject({ status: 200, json: exampleInvoice });
});

describe('methods', () => {
  test.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])('%s is 405', async (method) => {
    const answer = await ask({ method, body: '', head: { 'Content-Length': undefined, Authorization: undefined } });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST', 'content-type': 'application/problem+json' } });
    if (method === 'HEAD') expect(answer.text).toBe('');
    else expectProblem(answer, 405, 'method_not_allowed');
  });

  test('OPTIONS * is 404', async () => {
    expectProblem(await ask({ method: 'OPTIONS', target: '*', body: '' }), 404, 'not_found');
  });

  test('a method with a body leaves the connection whole', async () => {
    const connection = await open();
    connection.write(write({ method: 'PUT' })).write(write());
    expect((await connection.read()).status).toBe(405);
    expect((await connection.read()).status).toBe(200);
  });
});

describe('request targets', () => {
  test.each([
    `http://shop.test${createPath}`,
    `http://elsewhere.test:81${createPath}`,
    `${createPath}?`,
    `${createPath}?amount=1&amount=2&__proto__[x]=1`,
    `${createPath}?a=%E0%A4%A`,
  ])('%s is create', async (target) => {
    expect(await ask({ target })).toMatchObject({ status: 200 });
  });

  test.each([
    `/${createPath}`,
    `${createPath}/`,
    '/api/v1/payments/%63reate',
    '/api/v1/payments/create%2F',
    '/api/v1/payments/create%3Fx',
    '/api/v1/payments/create;x=1',
    '/api/v1/payments/./create',
    '/api/v1/x/../payments/create',
    '/api/v1/payments//create',
    '/API/V1/PAYMENTS/CREATE',
    '/api/v1/payments/create%00',
    '/%E0%A4%A',
    '/__proto__',
    '/',
  ])('%s is 404', async (target) => {
    expectProblem(await ask({ target }), 404, 'not_found');
  });

  test('a token in the query is no token', async () => {
    const answer = await ask({ target: `${createPath}?access_token=good`, head: { Authorization: undefined } });
    expectProblem(answer, 401, 'unauthenticated');
    expect(JSON.stringify(answer)).not.toContain('good');
  });
});

describe('bodies', () => {
  test.each<[string, string | Buffer]>([
    ['a duplicate member', '{"cashTag":"$a","cashTag":"$a","amount":1}'],
    ['a byte order mark', `\uFEFF${valid}`],
    ['NaN', '{"cashTag":"$a","amount":NaN}'],
    ['Infinity', '{"cashTag":"$a","amount":-Infinity}'],
    ['a leading zero', '{"cashTag":"$a","amount":01}'],
    ['a comment', `${valid}//`],
    ['two values', `${valid}${valid}`],
    ['bad UTF-8', Buffer.from('7b22ff223a317d', 'hex')],
    ['a surrogate in UTF-8', Buffer.from('7b22eda080223a317d', 'hex')],
    ['an overlong slash', Buffer.from('7b22c0af223a317d', 'hex')],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['NUL', '\0'],
    ['unclosed depth', '['.repeat(32_000)],
    ['nothing', ''],
  ])('%s is 400', async (_what, body) => {
    expectProblem(await ask({ body }), 400, 'malformed_json');
  });

  test.each<[string, string]>([
    ['arrays', '['.repeat(16_000) + ']'.repeat(16_000)],
    ['objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['arrays in a member', `{"cashTag":${'['.repeat(16_000)}${']'.repeat(16_000)},"amount":1}`],
    ['arrays in an unknown member', `{"cashTag":"$a","amount":1,"x":${'['.repeat(16_000)}${']'.repeat(16_000)}}`],
    ['__proto__', '{"cashTag":"$a","amount":1,"__proto__":{"isWhiteLabel":true}}'],
    ['__proto__ all the way', `${'{"__proto__":'.repeat(2_000)}{}${'}'.repeat(2_000)}`],
    ['constructor', '{"cashTag":"$a","amount":1,"constructor":{"prototype":{"x":1}}}'],
    ['many members', `{${Array.from({ length: 3_000 }, (_, i) => `"m${i}":1`)}}`],
  ])('%s is 422', async (_what, body) => {
    const before = bodies.length;
    expectProblem(await ask({ body }), 422, 'validation_failed');
    expect(bodies).toHaveLength(before);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each([
    ['gzip', ['Content-Encoding: gzip']],
    ['identity', ['Content-Encoding: identity']],
    ['nothing', ['Content-Encoding:']],
    ['two types', ['Content-Type: application/json']],
    ['two other types', ['Content-Type: text/plain']],
  ])('a Content-Encoding or a second Content-Type: %s is 415', async (_what, more) => {
    expectProblem(await ask({ more }), 415, 'unsupported_media_type');
  });

  test('a chunked body is taken, with extensions and trailers', async () => {
    const chunks = `5;x=y\r\n${valid.slice(0, 5)}\r\n${(valid.length - 5).toString(16)}\r\n${valid.slice(5)}\r\n0\r\nX-Trailer: 1\r\n\r\n`;
    const head = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    const connection = await open();
    connection.write(write({ head, body: chunks })).write(write());
    expect((await connection.read()).status).toBe(200);
    expect((await connection.read()).status).toBe(200);
  });

  test('chunks over the limit are 413, and refused before they end', async () => {
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, body: '' }));
    for (let i = 0; i < 9; i++) connection.write(`1000\r\n${' '.repeat(4096)}\r\n`);
    expectProblem(await connection.read(), 413, 'payload_too_large');
  });

  test('a Content-Length over the limit is 413 before a byte of it came', async () => {
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': '32769' }, body: '' }));
    expectProblem(await connection.read(), 413, 'payload_too_large');
  });

  test('a body that is shorter than its Content-Length is no request', async () => {
    const before = bodies.length;
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': '100' } }));
    connection.socket.end();
    await connection.ended();
    expect(bodies).toHaveLength(before);
  });

  test('a body that is longer than its Content-Length is cut, and the rest no request', async () => {
    const connection = await open();
    connection.write(write({ head: { 'Content-Length': String(valid.length) }, body: `${valid}trailing` }));
    expect((await connection.read()).status).toBe(200);
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
  });
});

describe('Expect', () => {
  const head = { Expect: '100-continue' };

  test('the body is asked for once the token is known', async () => {
    const connection = await open();
    connection.write(write({ head, body: '' }).toString().replace('Content-Length: 0', `Content-Length: ${valid.length}`));
    expect((await connection.read()).status).toBe(100);
    expect((await connection.write(valid).read()).status).toBe(200);
    expect((await connection.write(write()).read()).status).toBe(200);
  });

  test.each([
    [{ Authorization: undefined }, 401],
    [{ 'Content-Length': '40000' }, 413],
  ])('a request that is refused, as by %o, is not asked for its body', async (wrong, status) => {
    const connection = await open();
    connection.write(write({ head: { ...head, 'Content-Length': '39', ...wrong }, body: '' }));
    expect(await connection.read()).toMatchObject({ status, headers: { connection: 'close' } });
    expect(await connection.ended()).toBe('');
  });

  test('another expectation is a problem', async () => {
    expectProblem(await ask({ head: { Expect: 'a miracle' } }), 400, 'malformed_json');
  });
});

describe('pipelining', () => {
  test('answers come in order', async () => {
    const connection = await open();
    connection.write(
      Buffer.concat([write(), write({ target: '/nowhere' }), write({ body: '{' }), write({ method: 'GET', body: '' }), write()]),
    );
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await connection.read()).status);
    expect(statuses).toEqual([200, 404, 400, 405, 200]);
  });

  test('what is no HTTP after a request does not take the place of its answer', async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const connection = await open();
    connection.write(Buffer.concat([write(), Buffer.from('no HTTP at all\r\n\r\n')]));
    setTimeout(release, 50);
    expect(await connection.read()).toMatchObject({ status: 200, json: exampleInvoice });
    held = undefined;
    expectProblem(await connection.read(), 400, 'malformed_json');
    expect(await connection.ended()).toBe('');
  });
});

describe('what is no request is a problem, and ends the connection', () => {
  test.each([
    ['noise', 'hello\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x00\x01\x01'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', write({ version: '3.7' }).toString()],
    ['a space before a colon', write({ more: ['X-A : 1'] }).toString()],
    ['a header without a colon', write({ more: ['X-A'] }).toString()],
    ['a NUL in a header', write({ more: ['X-A: \0'] }).toString()],
    ['two lengths', write({ more: ['Content-Length: 1'] }).toString()],
    ['a length and chunks', write({ more: ['Transfer-Encoding: chunked'] }).toString()],
    ['a length that is none', write({ head: { 'Content-Length': '1e1' } }).toString()],
    ['a negative length', write({ head: { 'Content-Length': '-1' } }).toString()],
    ['a length past all', write({ head: { 'Content-Length': '99999999999999999999' } }).toString()],
    [
      'another coding than chunked',
      write({ head: { 'Content-Length': undefined }, more: ['Transfer-Encoding: gzip'] }).toString(),
    ],
    [
      'a chunk size that is none',
      write({ head: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, body: 'zz\r\n' }).toString(),
    ],
    ['headers without end', write({ more: [`X-A: ${'a'.repeat(20_000)}`] }).toString()],
    ['no Host', write({ head: { Host: undefined } }).toString()],
  ])('%s', async (_what, bytes) => {
    const connection = await open();
    connection.write(Buffer.from(bytes, 'latin1'));
    const answer = await connection.read();
    expectProblem(answer, 400, 'malformed_json');
    expect(answer.headers.connection).toBe('close');
    expect(answer.json).not.toHaveProperty('instance');
    expect(await connection.ended()).toBe('');
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(await ask({ version: '1.0', head: { Host: undefined } })).toMatchObject({ status: 200 });
  });
});

describe('time', () => {
  test.each([
    ['headers', 'POST /api/v1/payments/create HTTP/1.1\r\nHost: a'],
    ['a body', write({ head: { 'Content-Length': '100' } })],
    ['chunks', write({ head: { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }, body: '5\r\n{' })],
  ])('%s that do not come are told so', async (_what, bytes) => {
    const before = bodies.length;
    const connection = await open();
    const answer = await connection.write(bytes).read();
    expectProblem(answer, 400, 'malformed_json');
    expect(answer.json.detail).toContain('in time');
    expect(await connection.ended()).toBe('');
    expect(bodies).toHaveLength(before);
  });

  test('drops that keep coming do not put it off', async () => {
    const connection = await open();
    connection.write('POST /api/v1/payments/create HTTP/1.1\r\nHost: shop.test\r\n');
    const dripping = setInterval(() => connection.write('X-A: a\r\n'), 20);
    onTestFinished(() => clearInterval(dripping));
    expectProblem(await connection.read(), 400, 'malformed_json');
  });

  test('a handler that takes its time is no fault of the client', async () => {
    held = new Promise((resolve) => setTimeout(resolve, 400));
    expect(await ask()).toMatchObject({ status: 200 });
    held = undefined;
  });
});

test('the server still answers, and met no fault', async () => {
  expect((await ask()).status).toBe(200);
  expect(refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
});
