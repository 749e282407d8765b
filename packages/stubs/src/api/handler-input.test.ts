/** Tests the input of handlers, the headers of responses, and the functions `authenticate` and `admit`. */
import { expect, test } from 'vitest';
import { exampleInvoice, exampleOptions, type RequestSketch, sketchRequest } from '../../testing/example-api.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiResponse } from '../request/api-messages.ts';
import type { ApiOptions } from './api-options.ts';
import { createApi } from './create-api.ts';
import type { HandlerInput } from './handlers.ts';

async function ask(sketch: RequestSketch, options: Partial<ApiOptions<string>> = {}): Promise<ApiResponse & { code?: string }> {
  const response = await (await createApi({ ...exampleOptions, ...options })).handle(sketchRequest(sketch));
  return { ...response, code: (response.body as { code?: string }).code ?? '' };
}

async function inputOf(sketch: RequestSketch): Promise<HandlerInput<'createPayment', string>> {
  let seen: HandlerInput<'createPayment', string> | undefined;
  const createPayment = async (input: HandlerInput<'createPayment', string>) => {
    seen = input;
    return exampleOptions.handlers.createPayment(input);
  };
  const response = await ask(sketch, { handlers: { ...exampleOptions.handlers, createPayment } });
  if (!seen) throw new Error(`The handler was not reached: ${JSON.stringify(response)}`);
  return seen;
}

test('a handler is given the header parameters, by the names of the contract, and no other header', async () => {
  const { headers } = await inputOf({ headers: ['idempotency-KEY', '"a-key"', 'X-Other', '1'] });
  expect(headers).toEqual({ 'Idempotency-Key': '"a-key"' });
  expect((await inputOf({})).headers).toEqual({});
});

test.each([[''], ['a b'], ['ä'], ['"unfinished key'], ['x'.repeat(256)], ['a', 'b'], ['a', 'a']])(
  'an Idempotency-Key %j %s is refused',
  async (...keys) => {
    const headers = keys.flatMap((key) => ['Idempotency-Key', key]);
    expect(await ask({ headers })).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
    expect(await ask({ headers, body: {} })).toMatchObject({ status: 422, code: 'validation_failed' });
    const fetch = { path: '/api/v1/payments/fetch', headers, body: { invoiceId: 'inv_1' } };
    expect(await ask(fetch)).toMatchObject({ status: 200 });
  },
);

test('null for a field that may be left out is that field left out', async () => {
  const { body } = await inputOf({ body: '{"cashTag":"$a","amount":1,"isWhiteLabel":null,"callbackUrl":null,"returnUrl":null}' });
  expect(body).toEqual({ cashTag: '$a', amount: 1, isWhiteLabel: false });
});

test('a handler tells a field that was left out from its default by the body as it was sent', async () => {
  const sent = '{"cashTag":"$a","amount":1.50,"callbackUrl":null}';
  const { body, rawBody, rawHeaders } = await inputOf({ body: sent, headers: ['traceparent', '00-1-2-01'] });
  expect(body).toEqual({ cashTag: '$a', amount: 1.5, isWhiteLabel: false });
  expect(String(rawBody)).toBe(sent);
  expect(rawHeaders).toContain('traceparent');
});

test('a handler knows who asks', async () => {
  expect(await inputOf({})).toMatchObject({ principal: 'account', requestId: 'req_test', remoteAddress: '192.0.2.7' });
});

test('headers of the response are kept, and come before those of admission', async () => {
  const headers = { 'Idempotent-Replayed': 'true', 'X-Other': 'own' };
  const admit = () => ({ RateLimit: '"create";r=1', 'X-Other': 'admit' });
  const createPayment = async () => ({ status: 200, body: exampleInvoice, headers }) as const;
  const response = await ask({}, { admit, handlers: { ...exampleOptions.handlers, createPayment } });
  expect(response.headers).toEqual({
    'Idempotent-Replayed': 'true',
    RateLimit: '"create";r=1',
    'X-Other': 'own',
    'X-Request-Id': 'req_test',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
  });
});

test('headers of admission go with every response after it', async () => {
  const admit = async () => ({ RateLimit: 'r' });
  expect((await ask({ body: '{' }, { admit })).headers).toMatchObject({ RateLimit: 'r' });
  expect((await ask({ rawHeaders: [] }, { admit })).headers).not.toHaveProperty('RateLimit');
});

test('authenticate can refuse with a problem', async () => {
  const authenticate: ApiOptions<string>['authenticate'] = async (_token, { remoteAddress }) => {
    throw new ProblemError('rate_limited', `Too many tries from ${remoteAddress}.`, { headers: { 'Retry-After': '30' } });
  };
  const response = await ask({}, { authenticate });
  expect(response).toMatchObject({ status: 429, headers: { 'Retry-After': '30' } });
  expect(response.body).toMatchObject({ detail: 'Too many tries from 192.0.2.7.' });
});

test('admit is asked after authentication and before anything is read', async () => {
  const asked: unknown[] = [];
  const admit = async (...args: unknown[]) => {
    asked.push(args.slice(0, 2));
    throw new ProblemError('insufficient_scope', 'The token may not create.');
  };
  expect(await ask({ rawHeaders: [] }, { admit })).toMatchObject({ code: 'unauthenticated' });
  expect(await ask({ path: '/nowhere' }, { admit })).toMatchObject({ code: 'not_found' });
  expect(asked).toEqual([]);
  const tooLarge = { headers: ['Content-Length', '40000'], body: '' };
  expect(await ask(tooLarge)).toMatchObject({ code: 'payload_too_large' });
  expect(await ask(tooLarge, { admit })).toMatchObject({ status: 403, code: 'insufficient_scope' });
  expect(asked).toEqual([['account', 'createPayment']]);
});

test.each(['authenticate', 'admit'])('a failure in %s is a 500, and nothing is run', async (name) => {
  const reported: unknown[] = [];
  const fail = async () => {
    throw new Error('the database is away');
  };
  const createPayment = () => {
    throw new Error('it ran');
  };
  const handlers = { ...exampleOptions.handlers, createPayment };
  const response = await ask({}, { [name]: fail, handlers, onError: (error) => reported.push(error) });
  expect(response).toMatchObject({ status: 500, code: 'internal_error' });
  expect(String(reported)).toBe('Error: the database is away');
});

test.each<[string, readonly string[]]>([
  ['an ordinary create', []],
  ['a create with a key', ['Idempotency-Key', 'a-key']],
])('%s takes each step once, in the order of the contract', async (_what, headers) => {
  const steps: string[] = [];
  const api = await createApi({
    ...exampleOptions,
    authenticate: (token) => {
      steps.push(`authenticate ${token}`);
      return 'account';
    },
    admit: (principal, operationId) => void steps.push(`admit ${principal} to ${operationId}`),
    handlers: {
      ...exampleOptions.handlers,
      createPayment: async ({ body }) => {
        steps.push(`handle ${body.cashTag}`);
        return { status: 200, body: exampleInvoice };
      },
    },
  });
  const request = sketchRequest({ headers });
  const readBody = (limit: number) => {
    steps.push(`read ${limit}`);
    return request.readBody(limit);
  };
  expect(await api.handle({ ...request, readBody })).toMatchObject({ status: 200 });
  expect(steps).toEqual(['authenticate good', 'admit account to createPayment', 'read 32768', 'handle $coffeeshop']);
});
