import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  createClient,
  InvalidRequestError,
  NotFoundError,
  PaymentApiError,
  PermissionError,
  RateLimitError,
  ReceiptError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from './index.ts';

const token = 'sandbox_test_verySecret';
const invoice = { id: 'inv_1', status: 'PENDING', amount: 12.5, aMemberOfTomorrow: 1 };
const body = { cashTag: '$coffeeshop', amount: 12.5 };

type Answer = { status?: number; type?: string; headers?: Record<string, string>; text: string };
type Seen = { method: string; path: string; authorization: string; type: string; text: string };

/** What the server answers next, or 'never' and 'cut' for no answer and half of one. */
let next: Answer | 'never' | 'cut' = { text: '' };
let seen: Seen[] = [];
const server = createServer(async (request, response) => {
  seen.push(await note(request));
  reply(response);
});
let baseUrl = '';

async function note(request: IncomingMessage): Promise<Seen> {
  const { method = '', url: path = '', headers } = request;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return {
    method,
    path,
    authorization: headers.authorization ?? '',
    type: headers['content-type'] ?? '',
    text: Buffer.concat(parts).toString(),
  };
}

function reply(response: ServerResponse): void {
  if (next === 'never') return;
  if (next === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"id":', () => response.destroy());
    return;
  }
  response.writeHead(next.status ?? 200, { ...(next.type && { 'content-type': next.type }), ...next.headers });
  response.end(next.text);
}

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const json = (value: unknown, status = 200): Answer => ({ status, type: 'application/json', text: JSON.stringify(value) });
const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer => ({
  status,
  type: 'application/problem+json',
  headers,
  text: JSON.stringify({
    type: `http://x/problems/${code}`,
    title: code,
    status,
    detail: `It was ${code}.`,
    code,
    requestId: 'req_1',
    ...more,
  }),
});
const client = (more: Partial<ClientOptions> = {}) => createClient({ baseUrl, token, ...more });

/** Answers a create with `answer` and gives what it threw. */
async function failure(answer: typeof next, more: Partial<ClientOptions> = {}): Promise<PaymentApiError> {
  next = answer;
  const error = await client(more)
    .createPayment(body)
    .then(
      (value) => expect.fail(`succeeded with ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(PaymentApiError);
  expect(inspect(error, { depth: 9, showHidden: true }) + String(error) + JSON.stringify(error)).not.toContain(token);
  return error as PaymentApiError;
}

describe('a success', () => {
  it.each([
    ['createPayment', '/api/v1/payments/create', body],
    ['submitReceipt', '/api/v1/payments/submit', { invoiceId: 'inv_1', webReceipt: 'r' }],
    ['fetchPayment', '/api/v1/payments/fetch', { invoiceId: 'inv_1' }],
  ] as const)('%s posts the body with the token and gives the invoice', async (name, path, sent) => {
    next = json(invoice);
    seen = [];
    expect(await client()[name](sent as never)).toEqual(invoice);
    expect(seen).toEqual([
      { method: 'POST', path, authorization: `Bearer ${token}`, type: 'application/json', text: JSON.stringify(sent) },
    ]);
  });

  it('is any 2xx, whatever its Content-Type', async () => {
    next = { ...json(invoice, 201), type: 'text/plain' };
    expect(await client().createPayment(body)).toEqual(invoice);
  });

  it('keeps the path of the base URL and needs no care with its last slash', async () => {
    next = json(invoice);
    seen = [];
    await client({ baseUrl: `${baseUrl}/pay/` }).fetchPayment({ invoiceId: 'inv_1' });
    expect(seen[0]?.path).toBe('/pay/api/v1/payments/fetch');
  });

  it('asks a token function before each call', async () => {
    next = json(invoice);
    seen = [];
    let count = 0;
    const changing = client({ token: async () => `t${++count}` });
    await changing.createPayment(body);
    await changing.raw.POST('/api/v1/payments/fetch', { body: { invoiceId: 'inv_1' } });
    expect(seen.map((request) => request.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'malformed_json', InvalidRequestError],
    [401, 'invalid_token', AuthenticationError],
    [403, 'insufficient_scope', PermissionError],
    [404, 'invoice_not_found', NotFoundError],
    [405, 'method_not_allowed', InvalidRequestError],
    [409, 'invoice_already_paid', ConflictError],
    [413, 'payload_too_large', InvalidRequestError],
    [415, 'unsupported_media_type', InvalidRequestError],
    [422, 'validation_failed', ValidationError],
    [422, 'receipt_mismatch', ReceiptError],
    [422, 'idempotency_key_reused', InvalidRequestError],
    [429, 'rate_limited', RateLimitError],
    [500, 'internal_error', ServerError],
    [503, 'service_unavailable', ServerError],
  ])('%i %s has its own class and says what was wrong', async (status, code, ErrorClass) => {
    const error = await failure(problem(status, code));
    expect(error.constructor).toBe(ErrorClass);
    expect(error).toMatchObject({ name: ErrorClass.name, status, code, requestId: 'req_1', problem: { code } });
    expect(error.message).toContain(`answered ${status} ${code}: It was ${code}.`);
    expect(error.message).toMatch(/\. [A-Z].*\(request id req_1\)$/);
  });

  it('names the wrong members in errors and in the message', async () => {
    const errors = [{ pointer: '/amount', code: 'required', detail: 'amount is missing.' }];
    const error = await failure(problem(422, 'validation_failed', { errors: [...errors, null, 'junk'] }));
    expect(error).toMatchObject({ errors });
    expect(error.message).toContain('/amount: amount is missing.');
  });

  it.each([429, 503])('%i gives the seconds of Retry-After', async (status) => {
    expect(await failure(problem(status, 'x', {}, { 'retry-after': '7' }))).toMatchObject({ retryAfterSeconds: 7 });
  });

  it.each([
    [401, '', AuthenticationError],
    [404, 'no such invoice', NotFoundError],
    [422, 'bad amount', ValidationError],
    [500, '', ServerError],
  ])('%i needs no problem details: "%s"', async (status, text, ErrorClass) => {
    const error = await failure({ status, type: 'text/plain', headers: { 'x-request-id': 'req_2' }, text });
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toMatchObject({ status, code: undefined, problem: undefined, requestId: 'req_2' });
    expect(error.message).toContain(text || 'an empty body');
  });

  it('masks the token where the answer repeats it', async () => {
    const echoed = await failure(problem(401, 'invalid_token', { detail: `Unknown: ${token}` }, { 'x-echo': token }));
    expect(echoed.message).toContain('Unknown: [token]');
    expect(echoed.headers?.get('x-echo')).toBe('[token]');
    await failure({ type: 'text/html', text: `<p>${token}` });
  });
});

describe("an answer that is not this API's", () => {
  it.each<[string, Answer, string]>([
    [
      'a web page with 200',
      { type: 'text/html', text: '<!DOCTYPE html><title>Welcome' },
      'text/html "<!DOCTYPE html><title>Welcome"',
    ],
    ['a web page with 404', { status: 404, type: 'text/html; charset=utf-8', text: '<h1>Nothing here' }, '<h1>Nothing here'],
    ['a web page with 502', { status: 502, type: 'text/html', text: '<h1>Bad gateway' }, '<h1>Bad gateway'],
    ['a redirect', { status: 302, headers: { location: '/login' }, text: '' }, '302'],
    ['an empty 200', { text: '' }, 'an empty body'],
    ['an empty 200 with Content-Length', { headers: { 'content-length': '0' }, text: '' }, 'an empty body'],
    ['204', { status: 204, text: '' }, '204'],
    ['half of a JSON text', { type: 'application/json', text: '{"id":' }, '{\\"id\\":'],
    ['a JSON array', json([invoice]), 'application/json'],
    ['a JSON null', json(null), 'null'],
    ['an object without id', json({ ok: true }), 'ok'],
    ['an object with an empty id', json({ id: '' }), 'id'],
  ])('%s', async (_, answer, excerpt) => {
    const error = await failure(answer);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.status).toBe(answer.status ?? 200);
    expect(error.message).toContain(excerpt);
    expect(error.message).toContain('Check that the base URL');
  });
});

describe('no answer', () => {
  it('is a ConnectionError with its cause when nothing listens', async () => {
    // A port that was just closed: nothing listens there.
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => closed.once('listening', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const error = await failure('never', { baseUrl: `http://127.0.0.1:${port}` });
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.status).toBeUndefined();
  });

  it('is a ConnectionError when the answer breaks off', async () => {
    expect(await failure('cut')).toBeInstanceOf(ConnectionError);
  });

  it('is a TimeoutError after timeoutMs', async () => {
    const error = await failure('never', { timeoutMs: 20 });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toContain('20 ms');
  });

  it("ended by the caller's signal throws the signal's reason", async () => {
    next = 'never';
    const control = new AbortController();
    const reason = new Error('the user left');
    const call = client().fetchPayment({ invoiceId: 'inv_1' }, { signal: control.signal });
    control.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe('the token', () => {
  it('is not readable from the client', () => {
    expect(inspect(client(), { depth: 9, showHidden: true })).not.toContain(token);
    expect(JSON.stringify(client())).not.toContain(token);
  });

  it('from a function is checked before it is sent', async () => {
    const error: unknown = await client({ token: () => 'secret\n' })
      .createPayment(body)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('line breaks');
    expect(String(error)).not.toContain('secret');
  });
});

it('sends through the fetch it was given', async () => {
  next = json(invoice);
  const urls: string[] = [];
  const counting = client({
    fetch: (request) => {
      urls.push(request.url);
      return fetch(request);
    },
  });
  expect(await counting.createPayment(body)).toEqual(invoice);
  expect(urls).toEqual([`${baseUrl}/api/v1/payments/create`]);
});
