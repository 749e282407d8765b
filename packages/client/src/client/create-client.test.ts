import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { exampleCreate as body } from '@payment-invoice/generated/examples';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  failureOf,
  invoice,
  json,
  problem,
  type Scripted,
  type ScriptedServer,
  startScriptedServer,
} from '../../testing/scripted-server.ts';
import {
  AbortError,
  AuthenticationError,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  createClient,
  type Fetch,
  InvalidRequestError,
  NotFoundError,
  PaymentApiError,
  PermissionError,
  RateLimitError,
  ReceiptError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
} from '../index.ts';

const token = 'sandbox_test_verySecret';
let server: ScriptedServer;

beforeEach(async () => {
  server = await startScriptedServer(json(invoice));
});

const client = (more: Partial<ClientOptions> = {}) => createClient({ baseUrl: server.baseUrl, token, maxRetries: 0, ...more });

/** Calls createPayment on a server that sends `response`, and returns the error. */
async function failure(response: Scripted, more: Partial<ClientOptions> = {}): Promise<PaymentApiError> {
  server.script = [response];
  const error = await failureOf<PaymentApiError>(client(more).createPayment(body));
  expect(error).toBeInstanceOf(PaymentApiError);
  expect(inspect(error, { depth: 9, showHidden: true }) + String(error) + JSON.stringify(error)).not.toContain(token);
  return error;
}

describe('a success', () => {
  test.each([
    ['createPayment', '/api/v1/payments/create', body],
    ['submitReceipt', '/api/v1/payments/submit', { invoiceId: 'inv_1', webReceipt: 'r' }],
    ['fetchPayment', '/api/v1/payments/fetch', { invoiceId: 'inv_1' }],
  ] as const)('%s posts the body with the token and gives the invoice', async (name, path, sent) => {
    expect(await client()[name](sent as never)).toEqual(invoice);
    const headers = expect.objectContaining({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
    expect(server.seen).toEqual([{ method: 'POST', path, headers, text: JSON.stringify(sent) }]);
  });

  test('is any 2xx, whatever its Content-Type', async () => {
    server.script = [{ status: 201, type: 'text/plain', text: JSON.stringify(invoice) }];
    expect(await client().createPayment(body)).toEqual(invoice);
  });

  test('keeps the path of the base URL and needs no care with its last slash', async () => {
    await client({ baseUrl: `${server.baseUrl}/pay/` }).fetchPayment({ invoiceId: 'inv_1' });
    expect(server.seen[0]?.path).toBe('/pay/api/v1/payments/fetch');
  });

  test('asks a token function before each call', async () => {
    let count = 0;
    const changing = client({ token: async () => `t${++count}` });
    await changing.createPayment(body);
    await changing.fetchPayment({ invoiceId: 'inv_1' });
    expect(server.seen.map((request) => request.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });
});

describe('a refusal', () => {
  test.each([
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
    expect(error.message).toContain(`responded ${status} ${code}: It was ${code}.`);
    expect(error.message).toMatch(/\. [A-Z].*\(request id req_1\)$/);
  });

  test('names the wrong fields in errors and in the message', async () => {
    const errors = [{ pointer: '/amount', code: 'required', detail: 'amount is missing.' }];
    const error = await failure(problem(422, 'validation_failed', { errors: [...errors, null, 'junk'] }));
    expect(error).toMatchObject({ errors });
    expect(error.message).toContain('/amount: amount is missing.');
  });

  test.each([429, 503])('%i gives the seconds of Retry-After', async (status) => {
    expect(await failure(problem(status, 'x', {}, { 'retry-after': '7' }))).toMatchObject({ retryAfterSeconds: 7 });
  });

  test.each([
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

  test('masks the token where the response repeats it', async () => {
    const echoed = await failure(problem(401, 'invalid_token', { detail: `Unknown: ${token}` }, { 'x-echo': token }));
    expect(echoed.message).toContain('Unknown: [secret]');
    expect(echoed.headers?.get('x-echo')).toBe('[secret]');
    await failure({ type: 'text/html', text: `<p>${token}` });
  });
});

describe("a response that is not this API's", () => {
  test.each<[string, Scripted, string]>([
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
  ])('%s', async (_, response, excerpt) => {
    const error = await failure(response);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.status).toBe((response as { status?: number }).status ?? 200);
    expect(error.message).toContain(excerpt);
    expect(error.message).toContain('Check the base URL.');
  });

  test('another invoice than the one asked for', async () => {
    server.script = [json({ ...invoice, id: 'inv_other', status: 'PAID' })];
    for (const call of [
      client().fetchPayment({ invoiceId: 'inv_1' }),
      client().submitReceipt({ invoiceId: 'inv_1', webReceipt: 'receipt' }),
      client().waitForPayment('inv_1'),
    ]) {
      const error: Error = await call.catch((reason) => reason);
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error.message).toContain('inv_other');
    }
  });
});

describe('no response', () => {
  test('is a ConnectionError with its cause when nothing listens', async () => {
    // A port on which nothing listens, because it was just closed.
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

  test('is a ConnectionError when the response breaks off', async () => {
    expect(await failure('cut')).toBeInstanceOf(ConnectionError);
  });

  test('is a TimeoutError after attemptTimeoutMs', async () => {
    const error = await failure('never', { attemptTimeoutMs: 20 });
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toContain('20 ms');
    // The client's own timer ended the call, so there is no other error to report as the cause.
    expect(error).not.toHaveProperty('cause');
  });

  test("ended by the caller's signal is an AbortError with the signal's reason as its cause", async () => {
    server.script = ['never'];
    const control = new AbortController();
    const reason = new Error('the user left');
    const call = client().fetchPayment({ invoiceId: 'inv_1' }, { signal: control.signal });
    control.abort(reason);
    const error = await failureOf<AbortError>(call);
    expect(error).toBeInstanceOf(AbortError);
    expect([error.name, error.cause]).toEqual(['AbortError', reason]);
  });

  test('is not even asked for when the signal was aborted before', async () => {
    await expect(client().createPayment(body, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortError);
    expect(server.seen).toEqual([]);
  });
});

describe('the token', () => {
  test('is not readable from the client', () => {
    expect(inspect(client(), { depth: 9, showHidden: true })).not.toContain(token);
    expect(JSON.stringify(client())).not.toContain(token);
  });

  test('from a function is checked before it is sent', async () => {
    const error = await failureOf(client({ token: () => 'secret\n' }).createPayment(body));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain('visible ASCII');
    expect(String(error)).not.toContain('secret');
  });
});

describe('a token that a function gives', () => {
  test('may take as long as an attempt, and no longer', async () => {
    const slow = client({ token: () => new Promise(() => undefined), attemptTimeoutMs: 20 });
    await expect(slow.createPayment(body)).rejects.toBeInstanceOf(TimeoutError);
  });

  test('ends the call when its function aborts it', async () => {
    const control = new AbortController();
    const token = () => {
      control.abort();
      return new Promise<string>(() => undefined);
    };
    const call = client({ token }).fetchPayment({ invoiceId: 'inv_1' }, { signal: control.signal });
    await expect(call).rejects.toBeInstanceOf(AbortError);
  });

  test('is what its function throws, when it throws', async () => {
    const reason = new Error('the vault is closed');
    await expect(client({ token: () => Promise.reject(reason), maxRetries: 3 }).createPayment(body)).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });
});

test('sends through the fetch it was given', async () => {
  const urls: string[] = [];
  const counting = client({
    fetch: (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  });
  expect(await counting.createPayment(body)).toEqual(invoice);
  expect(urls).toEqual([`${server.baseUrl}/api/v1/payments/create`]);
});

test('calls the fetch as a function, because a browser refuses to call its own as a method', async () => {
  let owner: unknown = 'nobody';
  function strict(this: unknown, ...[url, init]: Parameters<Fetch>): ReturnType<Fetch> {
    owner = this;
    return fetch(url, init);
  }
  await client({ fetch: strict }).createPayment(body);
  expect(owner).toBeUndefined();
});

describe('a fetch that heeds no signal', () => {
  test.each<[string, () => Promise<Response>]>([
    ['never responds', () => new Promise(() => undefined)],
    ['never ends its body', async () => new Response(new ReadableStream())],
  ])('and %s is given up in time all the same', async (_, fetch) => {
    await expect(client({ fetch, attemptTimeoutMs: 20 }).createPayment(body)).rejects.toBeInstanceOf(TimeoutError);
    const control = new AbortController();
    const call = client({ fetch }).createPayment(body, { signal: control.signal });
    setTimeout(() => control.abort(), 20);
    await expect(call).rejects.toBeInstanceOf(AbortError);
  });
});
