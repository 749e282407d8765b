import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { koaApi } from '../koa.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiOptions } from './api-options.ts';
import { createApi } from './create-api.ts';
import type { PaymentInvoice } from './handlers.ts';

const invoice: PaymentInvoice = {
  id: 'inv_1',
  paymentUrl: 'http://127.0.0.1/pay/inv_1',
  cashTag: '$coffeeshop',
  note: '7QK2M-X9D4T',
  amount: 12.5,
  isWhiteLabel: false,
  receiptId: null,
  paidAmount: null,
  status: 'PENDING',
  returnUrl: null,
  expiresAt: '2026-11-21T10:30:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
};
const reported: unknown[] = [];
let seen: unknown;
let fetched: () => Promise<unknown> = async () => ({ status: 200, body: invoice });
const options: ApiOptions<string> = {
  handlers: {
    createPayment: async ({ body }) => {
      seen = body;
      return { status: 200, body: invoice };
    },
    submitReceipt: async () => {
      throw new ProblemError('invoice_expired', 'The invoice is EXPIRED.');
    },
    fetchPayment: () => fetched() as never,
  },
  authenticate: async (token) => {
    if (token === 'broken') throw new Error('the database is away');
    return token === 'good' ? 'account' : undefined;
  },
  publicBaseUrl: () => 'http://shop.test',
  onError: (error) => void reported.push(error),
};

let server: Server;
beforeAll(async () => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state.requestId = 'req_test';
    await next();
  });
  app.use(koaApi(await createApi(options)));
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

interface Exchange {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  json: { code?: string; errors?: unknown; [name: string]: unknown };
}

async function ask(
  body: string | Buffer,
  { path = '/api/v1/payments/create', method = 'POST', headers = {} as Record<string, string | string[] | undefined> } = {},
): Promise<Exchange> {
  const all = {
    host: 'shop.test',
    authorization: 'Bearer good',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const sent = httpRequest({
    port: (server.address() as AddressInfo).port,
    path,
    method,
    headers: Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().flatMap((one) => [name, one]),
    ),
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const text = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode, headers: answer.headers, json: text === '' ? {} : JSON.parse(text) };
}
const create = (body: unknown) => ask(JSON.stringify(body));
const fetchPath = { path: '/api/v1/payments/fetch' };
const valid = { cashTag: '$coffeeshop', amount: 12.5 };

describe('routing', () => {
  test('an operation is answered, with the headers of every answer', async () => {
    const { status, headers, json } = await create(valid);
    expect(status).toBe(200);
    expect(json).toEqual(invoice);
    expect(headers).toMatchObject({
      'x-request-id': 'req_test',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
  });

  test.each(['/api/v1/payments/create/', '/api/v1/payments', '/API/v1/payments/create', '//api/v1/payments/create'])(
    '%s is 404',
    async (path) => {
      expect(await ask('{}', { path })).toMatchObject({
        status: 404,
        json: { code: 'not_found', type: 'http://shop.test/problems/not_found' },
      });
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is 405 and says what is allowed, token or not', async (method) => {
    const answer = await ask('', { method, headers: { authorization: undefined } });
    expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' }, headers: { allow: 'POST' } });
  });

  test('HEAD is 405', async () => {
    expect(await ask('', { method: 'HEAD' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('authentication', () => {
  test.each([undefined, 'Basic Z29vZA==', 'Bearergood'])('%s is no bearer token', async (authorization) => {
    const answer = await ask('{', { headers: { authorization } });
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'unauthenticated' },
      headers: { 'www-authenticate': 'Bearer realm="payments"' },
    });
  });

  test.each(['Bearer bad', 'Bearer', 'Bearer good bad'])('%s is an invalid token', async (authorization) => {
    const answer = await ask('{', { headers: { authorization } });
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'invalid_token' },
      headers: { 'www-authenticate': 'Bearer realm="payments", error="invalid_token"' },
    });
  });

  test('the case of the scheme does not matter', async () => {
    expect(await ask(JSON.stringify(valid), { headers: { authorization: 'bEARER good' } })).toMatchObject({ status: 200 });
  });

  test('two Authorization headers are malformed, even when both are good', async () => {
    const answer = await ask('{}', { headers: { authorization: ['Bearer good', 'Bearer good'] } });
    expect(answer).toMatchObject({ status: 400, json: { code: 'authorization_malformed' } });
  });

  test('a fault while authenticating is a 500, not a 401', async () => {
    expect(await ask('{}', { headers: { authorization: 'Bearer broken' } })).toMatchObject({
      status: 500,
      json: { code: 'internal_error' },
    });
    expect(String(reported.at(-1))).toContain('the database is away');
  });
});

describe('body', () => {
  const big = Buffer.alloc(40_000, 32);
  test.each([
    ['said by Content-Length', {}],
    ['found while reading', { 'content-length': undefined, 'transfer-encoding': 'chunked' }],
  ])('too large a body, %s, is 413', async (_how, headers) => {
    expect(await ask(big, { headers })).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  test('32 KiB are not too much', async () => {
    expect(await ask(JSON.stringify(valid).padEnd(32 * 1024, ' '))).toMatchObject({ status: 200 });
    expect(await ask(JSON.stringify(valid).padEnd(32 * 1024 + 1, ' '))).toMatchObject({ status: 413 });
  });

  test.each([
    { 'content-type': undefined },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/jsonp' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity' },
  ])('%o is 415', async (headers) => {
    expect(await ask(JSON.stringify(valid), { headers })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
  });

  test('a charset of utf-8 is allowed', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect(await ask(JSON.stringify(valid), { headers })).toMatchObject({ status: 200 });
  });

  test.each([
    ['empty', ''],
    ['cut', '{"cashTag":"$coffee'],
    ['NaN', '{"cashTag":"$a","amount":NaN}'],
    ['a byte order mark', `\uFEFF${JSON.stringify(valid)}`],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a member twice', '{"cashTag":"$a","amount":1,"amount":2}'],
    ['a member twice, once escaped', '{"cashTag":"$a","amount":1,"\\u0061mount":2}'],
  ])('%s is malformed JSON', async (_what, body) => {
    expect(await ask(body)).toMatchObject({ status: 400, json: { code: 'malformed_json' } });
  });

  test('a name twice in different objects, or in a string, is no duplicate', async () => {
    expect(await ask('{"cashTag":"$a","amount":1,"returnUrl":"https://a.test/%7B\\"amount\\":1"}')).toMatchObject({
      json: { code: 'validation_failed' },
    });
    expect(await ask('[{"a":1},{"a":1}]')).toMatchObject({ json: { code: 'validation_failed' } });
  });

  test.each([null, [], 5, true, 'text', JSON.stringify(valid)])('%o is no object', async (body) => {
    expect(await create(body)).toMatchObject({ status: 422, json: { errors: [{ pointer: '', code: 'type' }] } });
  });
});

describe('schema', () => {
  test.each([
    [
      {},
      [
        ['/cashTag', 'required'],
        ['/amount', 'required'],
      ],
    ],
    [{ ...valid, amount: '12.5' }, [['/amount', 'type']]],
    [{ ...valid, amount: null }, [['/amount', 'type']]],
    [{ ...valid, amount: true }, [['/amount', 'type']]],
    [{ ...valid, amount: 0 }, [['/amount', 'amount_out_of_range']]],
    [{ ...valid, amount: 1_000_000 }, [['/amount', 'amount_out_of_range']]],
    [{ ...valid, cashTag: 5 }, [['/cashTag', 'type']]],
    [{ ...valid, cashTag: '' }, [['/cashTag', 'too_short']]],
    [{ ...valid, cashTag: '$12' }, [['/cashTag', 'pattern']]],
    [{ ...valid, cashTag: 'a b' }, [['/cashTag', 'pattern']]],
    [{ ...valid, cashTag: 'a'.repeat(21) }, [['/cashTag', 'too_long']]],
    [{ ...valid, cashTag: `$${'a'.repeat(21)}` }, [['/cashTag', 'too_long']]],
    [{ ...valid, isWhiteLabel: 'true' }, [['/isWhiteLabel', 'type']]],
    [{ ...valid, isWhiteLabel: null }, [['/isWhiteLabel', 'type']]],
    [{ ...valid, returnUrl: 'not a url' }, [['/returnUrl', 'invalid_url']]],
    [{ ...valid, returnUrl: `https://a.test/${'a'.repeat(2048)}` }, [['/returnUrl', 'too_long']]],
    [
      { ...valid, tip: 1, 'a/b~c': 2 },
      [
        ['/tip', 'unknown_property'],
        ['/a~1b~0c', 'unknown_property'],
      ],
    ],
  ])('%j is refused, one item a mistake', async (body, expected) => {
    const { status, json } = await create(body);
    expect(status).toBe(422);
    expect((json.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code])).toEqual(expected);
  });

  test('a number past all numbers is out of range', async () => {
    expect(await ask('{"cashTag":"$a","amount":1e400}')).toMatchObject({
      status: 422,
      json: { errors: [{ code: 'amount_out_of_range' }] },
    });
  });

  test.each(['__proto__', 'constructor', 'toString'])('a member %s is an unknown member', async (name) => {
    const answer = await ask(`{"cashTag":"$a","amount":1,"${name}":{"isAdmin":true}}`);
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: `/${name}`, code: 'unknown_property' }] } });
  });

  test('members inherited from __proto__ are not members', async () => {
    const { json } = await ask('{"__proto__":{"cashTag":"$a","amount":1}}');
    expect(json.errors).toHaveLength(3);
  });

  test('defaults are filled in', async () => {
    await create(valid);
    expect(seen).toEqual({ ...valid, isWhiteLabel: false });
  });
});

describe('answers', () => {
  test('a problem that is thrown is answered', async () => {
    const { status, json } = await ask('{"invoiceId":"inv_1","webReceipt":"x"}', { path: '/api/v1/payments/submit' });
    expect(status).toBe(409);
    expect(json).toEqual({
      type: 'http://shop.test/problems/invoice_expired',
      title: 'The invoice expired',
      status: 409,
      detail: 'The invoice is EXPIRED.',
      instance: '/api/v1/payments/submit',
      code: 'invoice_expired',
      requestId: 'req_test',
    });
  });

  test.each([
    ['an undocumented status', { status: 201, body: invoice }],
    ['another body', { status: 200, body: { ...invoice, amount: '12.5' } }],
    ['a missing member', { status: 200, body: { id: 'inv_1' } }],
    ['null where it may not be', { status: 200, body: { ...invoice, note: null } }],
    ['a string that is no date-time', { status: 200, body: { ...invoice, createdAt: 'yesterday' } }],
    ['a problem that is none', { status: 404, body: {} }],
    ['nothing', undefined],
  ])('%s is our bug', async (_what, answer) => {
    fetched = async () => answer;
    const before = reported.length;
    expect(await ask('{"invoiceId":"inv_1"}', fetchPath)).toMatchObject({ status: 500, json: { code: 'internal_error' } });
    expect(reported).toHaveLength(before + 1);
  });

  test('nulls that the contract has are no bug', async () => {
    fetched = async () => ({ status: 200, body: { ...invoice, receiptId: null, paidAmount: null, returnUrl: null } });
    expect(await ask('{"invoiceId":"inv_1"}', fetchPath)).toMatchObject({ status: 200 });
  });

  test('a problem that the operation does not document is our bug', async () => {
    fetched = async () => {
      throw new ProblemError('invoice_expired', 'Fetch has no 409.');
    };
    expect(await ask('{"invoiceId":"inv_1"}', fetchPath)).toMatchObject({ status: 500, json: { code: 'internal_error' } });
  });

  test('what is thrown unforeseen is not told', async () => {
    fetched = async () => {
      throw new Error('select * from secrets');
    };
    const { status, json } = await ask('{"invoiceId":"inv_1"}', fetchPath);
    expect(status).toBe(500);
    expect(JSON.stringify(json)).not.toContain('secrets');
  });
});

describe('start', () => {
  test('a missing handler is refused', async () => {
    const { fetchPayment: _, ...handlers } = options.handlers;
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('No handler for fetchPayment.');
  });

  test('a handler of no operation is refused', async () => {
    const handlers = { ...options.handlers, cancelPayment: async () => undefined };
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('no operation cancelPayment');
  });

  test('a handler cannot take the place of a hook', async () => {
    const handlers = { ...options.handlers, unauthorizedHandler: async () => ({ status: 200, body: invoice }) };
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('no operation unauthorizedHandler');
  });
});
