/** Tests the same API behind each framework: equal requests must get equal responses. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exampleInvoice, exampleOptions } from '../testing/example-api.ts';
import { listen } from '../testing/listen.ts';
import { RawConnection, type RawResponse, type RawSketch, validBody, writeRequest } from '../testing/raw-http.ts';
import { adapters, type RunningAdapters, startAdapters } from '../testing/start-adapters.ts';
import { createApi } from './api/create-api.ts';
import { expressApi } from './express.ts';
import { fastifyApi } from './fastify.ts';
import { fetchApi } from './fetch.ts';
import { koaApi } from './koa.ts';
import { createHttpServer } from './node/create-http-server.ts';
import { nodeHttpApi } from './node-http.ts';
import { ProblemError } from './problems/problem-error.ts';

const reported: unknown[] = [];
const addresses: unknown[] = [];
const api = await createApi({
  ...exampleOptions,
  authenticate: (token, asker) => {
    addresses.push(asker.remoteAddress);
    return exampleOptions.authenticate(token, asker);
  },
  handlers: {
    ...exampleOptions.handlers,
    submitReceipt: async () => {
      throw new ProblemError('invoice_expired', 'The invoice is EXPIRED.');
    },
    fetchPayment: async ({ body }) => {
      if (body.invoiceId === 'bug') throw new Error('a bug');
      return { status: 200, body: { ...exampleInvoice, status: 'FAILED', receiptId: 'Grüße, 支付' } };
    },
  },
  onError: (error) => void reported.push(error),
});
const names = Object.keys(adapters);
let running: RunningAdapters;
let mounted: RunningAdapters;
beforeAll(async () => {
  running = await startAdapters(api);
  mounted = await startAdapters(api, '/shop/pay');
});
afterAll(() => {
  running.close();
  mounted.close();
});

async function open(name: string, { ports }: Pick<RunningAdapters, 'ports'> = running): Promise<RawConnection> {
  const connection = await RawConnection.open(ports[name] ?? 0);
  onTestFinished(() => void connection.socket.destroy());
  return connection;
}

async function ask(name: string, sketch: RawSketch, servers: Pick<RunningAdapters, 'ports'> = running): Promise<RawResponse> {
  const connection = (await open(name, servers)).write(writeRequest(sketch));
  const response = await connection.read({ head: sketch.method === 'HEAD' });
  return response.status === 100 ? connection.read() : response;
}

/** Returns a response without the parts that always differ: the request's id, the time and the connection's headers. */
function comparable({ status, headers, text }: RawResponse) {
  const { date, connection, 'keep-alive': _, 'x-request-id': requestId = '', ...kept } = headers;
  expect([date, requestId]).toEqual([expect.any(String), expect.stringMatching(/^req_./)]);
  return { status, headers: kept, text: text.replace(requestId, 'req_id') };
}

const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
const inChunks = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');
const [submit, fetch] = ['/api/v1/payments/submit', '/api/v1/payments/fetch'];
const bodyOf = (value: unknown) => JSON.stringify(value);
const malformed = 'authorization_malformed';
const unsized = { 'Content-Length': undefined };
const methods = ['GET', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'SEARCH'];

const table: Record<string, readonly [status: number, code: string | undefined, sketch: RawSketch]> = {
  'a success': [200, undefined, {}],
  'a success beyond ASCII': [200, undefined, { target: fetch, body: '{"invoiceId":"inv_1"}' }],
  'a query is not looked at': [200, undefined, { target: '/api/v1/payments/create?amount=2' }],
  'an absolute target': [200, undefined, { target: 'http://shop.test/api/v1/payments/create' }],
  'a chunked body': [200, undefined, { head: chunked, body: inChunks(validBody.slice(0, 9), validBody.slice(9)) }],
  'a charset': [200, undefined, { head: { 'Content-Type': 'application/json; charset=utf-8' } }],
  'Expect: 100-continue': [200, undefined, { head: { Expect: '100-continue' } }],
  'a problem': [409, 'invoice_expired', { target: submit, body: '{"invoiceId":"x","webReceipt":"y"}' }],
  'a bug': [500, 'internal_error', { target: fetch, body: '{"invoiceId":"bug"}' }],
  'no token': [401, 'unauthenticated', { head: { Authorization: undefined } }],
  'another scheme': [401, 'unauthenticated', { head: { Authorization: 'Basic Z29vZDpnb29k' } }],
  'a scheme with parameters': [401, 'unauthenticated', { head: { Authorization: 'Digest username="good", realm="x", nc=1' } }],
  'an unknown token': [401, 'invalid_token', { head: { Authorization: 'Bearer bad' } }],
  'a token of two words': [401, 'invalid_token', { head: { Authorization: 'Bearer good good' } }],
  'the same token twice': [400, malformed, { more: ['Authorization: Bearer good'] }],
  'two schemes': [400, malformed, { more: ['Authorization: Basic Z29vZDpnb29k'] }],
  'two tokens in one line': [400, malformed, { head: { Authorization: 'Bearer good, Bearer good' } }],
  'an empty header before': [400, malformed, { head: { Authorization: '' }, more: ['Authorization: Bearer good'] }],
  'an empty header after': [400, malformed, { more: ['Authorization:'] }],
  'no such path': [404, 'not_found', { target: '/api/v1/payments/cancel' }],
  'the root': [404, 'not_found', { target: '/' }],
  'a slash too many': [404, 'not_found', { target: '/api/v1/payments/create/' }],
  'two slashes': [404, 'not_found', { target: '//api/v1/payments/create' }],
  'upper case': [404, 'not_found', { target: '/API/V1/PAYMENTS/CREATE' }],
  'an encoded letter': [404, 'not_found', { target: '/api/v1/payments/%63reate' }],
  'an encoded slash': [404, 'not_found', { target: '/api/v1/payments%2Fcreate' }],
  ...Object.fromEntries(methods.map((method) => [method, [405, 'method_not_allowed', { method, head: unsized, body: '' }]])),
  HEAD: [405, undefined, { method: 'HEAD', head: unsized, body: '' }],
  'PUT with a body': [405, 'method_not_allowed', { method: 'PUT' }],
  'GET at no path': [404, 'not_found', { method: 'GET', target: '/nothing', head: unsized, body: '' }],
  'no type': [415, 'unsupported_media_type', { head: { 'Content-Type': undefined } }],
  'another type': [415, 'unsupported_media_type', { head: { 'Content-Type': 'text/plain' } }],
  'a form': [415, 'unsupported_media_type', { head: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
  'no type at all': [415, 'unsupported_media_type', { head: { 'Content-Type': 'json' } }],
  'an empty type': [415, 'unsupported_media_type', { head: { 'Content-Type': '' } }],
  'two types': [415, 'unsupported_media_type', { more: ['Content-Type: application/json'] }],
  'another charset': [415, 'unsupported_media_type', { head: { 'Content-Type': 'application/json; charset=latin1' } }],
  'gzip, so it says': [415, 'unsupported_media_type', { more: ['Content-Encoding: gzip'] }],
  'no body': [400, 'malformed_json', { body: '' }],
  'no length': [400, 'malformed_json', { head: unsized, body: '' }],
  'half a body': [400, 'malformed_json', { body: validBody.slice(0, -1) }],
  'a byte order mark': [400, 'malformed_json', { body: `\uFEFF${validBody}` }],
  'bytes that are no UTF-8': [400, 'malformed_json', { body: Buffer.from('7b22ff223a317d', 'hex') }],
  'a property twice': [400, 'malformed_json', { body: '{"cashTag":"$a","cashTag":"$a","amount":1}' }],
  'an array': [422, 'validation_failed', { body: '[]' }],
  'properties missing': [422, 'validation_failed', { body: '{}' }],
  'properties wrong': [422, 'validation_failed', { body: bodyOf({ cashTag: 1, amount: '1', x: 1 }) }],
  __proto__: [422, 'validation_failed', { body: '{"cashTag":"$a","amount":1,"__proto__":{"x":1}}' }],
  'a key twice': [400, 'idempotency_key_invalid', { more: ['Idempotency-Key: a', 'Idempotency-Key: b'] }],
  'too much by length': [413, 'payload_too_large', { body: ' '.repeat(32_769) }],
  'too much in chunks': [413, 'payload_too_large', { head: chunked, body: inChunks(' '.repeat(20_000), ' '.repeat(20_000)) }],
  'just enough': [200, undefined, { body: validBody.padEnd(32_768) }],
};

describe.each(Object.entries(table))('%s', (_what, [status, code, sketch]) => {
  test.each(names)('in %s', async (name) => {
    const response = await ask(name, sketch);
    expect(response).toMatchObject({ status, ...(code && { json: { code } }) });
    expect(comparable(response)).toEqual(comparable(await ask('koa', sketch)));
  });
});

test.each(names)('%s keeps the connection, and responds in order', async (name) => {
  const connection = await open(name);
  connection.write(Buffer.concat([writeRequest(), writeRequest({ body: '{' }), writeRequest({ method: 'PUT' }), writeRequest()]));
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await connection.read()).status);
  expect(statuses).toEqual([200, 400, 405, 200]);
});

test.each(names)('%s refuses a body over the limit before it has come', async (name) => {
  const byLength = await open(name);
  byLength.write(writeRequest({ head: { 'Content-Length': '1000000' }, body: '' }));
  expect(await byLength.read()).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  const inPieces = await open(name);
  inPieces.write(writeRequest({ head: chunked, body: '' }));
  for (let i = 0; i < 9; i++) inPieces.write(`1000\r\n${' '.repeat(4096)}\r\n`);
  expect(await inPieces.read()).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
});

describe('mounted', () => {
  const instance = '/shop/pay/api/v1/payments/create';

  test.each(names)('%s responds below its place, and names the path as it was sent', async (name) => {
    expect(await ask(name, { target: instance }, mounted)).toMatchObject({ status: 200, json: exampleInvoice });
    expect(await ask(name, { target: instance, body: '' }, mounted)).toMatchObject({ status: 400, json: { instance } });
    const put = await ask(name, { target: instance, method: 'PUT' }, mounted);
    expect(put).toMatchObject({ status: 405, headers: { allow: 'POST' }, json: { instance } });
    const nowhere = await ask(name, { target: '/shop/pay/nowhere' }, mounted);
    expect(nowhere).toMatchObject({ status: 404, json: { code: 'not_found', instance: '/shop/pay/nowhere' } });
  });

  test.each(names)('%s does not respond elsewhere', async (name) => {
    const elsewhere = ['/api/v1/payments/create', '/shop/payapi/v1/payments/create', '/shop/pay'];
    for (const target of [...elsewhere, `/shop/payments${instance}`])
      expect(await ask(name, { target }, mounted)).toMatchObject({ status: 404 });
  });
});

test.each(names.filter((name) => name !== 'hono'))('%s asks for an announced body once the token is known', async (name) => {
  const makeServer = (listener: RequestListener) =>
    createHttpServer(listener, { makeRequestId: () => 'req_edge', publicBaseUrl: () => 'http://shop.test' });
  const careful = await startAdapters(api, '', makeServer);
  onTestFinished(() => careful.close());
  const head = { Expect: '100-continue', 'Content-Length': String(validBody.length) };
  const known = await open(name, careful);
  known.write(writeRequest({ head, body: '' }));
  expect((await known.read()).status).toBe(100);
  expect((await known.write(validBody).read()).status).toBe(200);
  const unknown = await open(name, careful);
  unknown.write(writeRequest({ head: { ...head, Authorization: undefined }, body: '' }));
  expect(await unknown.read()).toMatchObject({ status: 401, headers: { connection: 'close' } });
  expect(await unknown.ended()).toBe('');
});

test('what fastify has rewritten is what is asked, and the problem names what was sent', async () => {
  const app = fastify({ rewriteUrl: ({ url = '' }) => url.replace('/proxied', '') });
  await app.register(fastifyApi(api), { prefix: '/pay' });
  await app.listen();
  onTestFinished(() => app.close());
  const rewriting = { ports: { fastify: (app.server.address() as AddressInfo).port } };
  const target = '/proxied/pay/api/v1/payments/create';
  expect(await ask('fastify', { target }, rewriting)).toMatchObject({ status: 200, json: exampleInvoice });
  expect(await ask('fastify', { target, body: '' }, rewriting)).toMatchObject({ status: 400, json: { instance: target } });
});

test('a route beside the API is sent the body that it reads, and the connection ends where it reads none', async () => {
  const app = express().post('/upload', express.json(), (req, res) => void res.json(req.body));
  app.post('/refuse', (_req, res) => void res.sendStatus(403));
  const server = createHttpServer(app.use(expressApi(api)), { publicBaseUrl: () => 'http://shop.test' });
  const beside = { ports: { express: await listen(server) } };
  const head = { Expect: '100-continue', 'Content-Length': String(validBody.length) };
  const reads = await open('express', beside);
  reads.write(writeRequest({ target: '/upload', head, body: '' }));
  expect((await reads.read()).status).toBe(100);
  expect(await reads.write(validBody).read()).toMatchObject({ status: 200, text: validBody });
  expect((await reads.write(writeRequest()).read()).status).toBe(200);
  const refuses = await open('express', beside);
  refuses.write(writeRequest({ target: '/refuse', head, body: '' }));
  expect(await refuses.read()).toMatchObject({ status: 403, headers: { connection: 'close' } });
  expect(await refuses.ended()).toBe('');
});

test('a Koa middleware around the API names the request, sets headers before, and reads the status after', async () => {
  const statuses: number[] = [];
  const app = new Koa().use(async (ctx, next) => {
    ctx.state.requestId = 'req_named';
    ctx.set('X-Before', 'yes');
    await next();
    statuses.push(ctx.status);
    ctx.body = 'changed';
  });
  const around = { ports: { koa: await listen(createServer(app.use(koaApi(api)).callback())) } };
  const headers = { 'x-before': 'yes', 'x-request-id': 'req_named' };
  expect(await ask('koa', {}, around)).toMatchObject({ status: 200, headers, json: exampleInvoice });
  expect(await ask('koa', { method: 'PUT' }, around)).toMatchObject({ status: 405, headers, json: { requestId: 'req_named' } });
  expect(statuses).toEqual([200, 405]);
});

test('a failure in an option of node-http ends the connection, and not the server', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  let failures = 1;
  const requestId = () => {
    if (failures-- > 0) throw new Error('no id');
    return 'req_1';
  };
  const url = `http://127.0.0.1:${await listen(createServer(nodeHttpApi(api, { requestId })))}/`;
  await expect(globalThis.fetch(url)).rejects.toThrow('fetch failed');
  expect((await globalThis.fetch(url)).status).toBe(404);
  expect(said).toHaveBeenCalledWith(new Error('no id'));
});

test.each(names)('%s gives the address of the client', async (name) => {
  addresses.length = 0;
  await ask(name, {});
  expect(addresses).toEqual([expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/)]);
});

test('a fetch-style server without one does not start', () => {
  expect(() => fetchApi(api, {} as never)).toThrow('remoteAddress must be a function');
});

test('the servers met no failure but the one that was asked for', () => {
  expect(new Set(reported.map(String))).toEqual(new Set(['Error: a bug']));
});
