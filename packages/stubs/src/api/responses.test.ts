/** Tests that the status, headers and body of a handler's response are compared with the contract before the response is sent. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exampleInvoice, exampleOptions, exampleProblem, respondWith } from '../../testing/example-api.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { ResponseValidation } from '../response/check-response.ts';
import { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import { createApi } from './create-api.ts';

const ok = { status: 200, body: exampleInvoice };
const { note: _, ...withoutNote } = exampleInvoice;
const problem =
  (code: 'invoice_not_found' | 'rate_limited' | 'service_unavailable', headers: Record<string, string> = {}) =>
  () => {
    throw new ProblemError(code, 'No.', { headers });
  };

const inCircle = () => {
  const body: Record<string, unknown> = { ...exampleInvoice };
  return Object.assign(body, { body });
};
/** An invoice whose properties are getters of a class. JSON leaves out such properties. */
class Entity {}
Object.defineProperties(
  Entity.prototype,
  Object.fromEntries(Object.entries(exampleInvoice).map(([name, value]) => [name, { get: () => value, enumerable: true }])),
);

/** Responses that break the contract, each with a text that the reported finding must contain. */
const invalid: Record<string, readonly [handler: () => unknown, finding: string]> = {
  'a field is missing': [() => ({ ...ok, body: withoutNote }), "body must have required property 'note'"],
  'a field is of another type': [() => ({ ...ok, body: { ...exampleInvoice, amount: '1' } }), 'body/amount must be number'],
  'a field is of no format': [() => ({ ...ok, body: { ...exampleInvoice, createdAt: 'today' } }), 'body/createdAt must match'],
  'a problem is no problem': [() => ({ status: 404, body: { message: 'No.' } }), "body must have required property 'type'"],
  'a problem is of no code': [() => ({ status: 404, body: { ...exampleProblem, code: 'gone' } }), 'body/code must be equal to'],
  'the fields are getters of a class': [() => ({ ...ok, body: new Entity() }), "body must have required property 'id'"],
  'JSON says something else': [() => ({ ...ok, body: { ...exampleInvoice, toJSON: () => [] } }), 'body must be object'],
  'a header is missing': [problem('rate_limited'), "headers must have required property 'retry-after'"],
  'a header is no number': [problem('rate_limited', { 'Retry-After': 'soon' }), 'headers/retry-after must be integer'],
  'the response has another part': [() => ({ ...ok, header: {} }), 'header is not one of status, headers and body'],
  'it is another invoice': [() => ({ ...ok, body: { ...exampleInvoice, id: 'inv_2' } }), 'body/id must repeat invoiceId of'],
  'a problem is of another operation': [
    () => ({ status: 422, body: { ...exampleProblem, status: 422, code: 'receipt_invalid' } }),
    'body/code is a problem that fetchPayment does not have with 422',
  ],
  'a problem is of another status': [
    () => ({ status: 404, body: { ...exampleProblem, code: 'validation_failed' } }),
    'body/code is a problem that fetchPayment does not have with 404',
  ],
  'a problem tells another status': [
    () => ({ status: 404, body: { ...exampleProblem, status: 410 } }),
    'body/status must be the status of the response',
  ],
  'a header is out of range': [problem('service_unavailable', { 'retry-after': '-1' }), 'headers/retry-after must be >= 0'],
};

describe.each(Object.entries(invalid))('%s', (_what, [handler, finding]) => {
  test('by default, and with fail, it is a 500', async () => {
    for (const options of [{}, { validateResponses: 'fail' as const }]) {
      const { response, told } = await respondWith(handler, options);
      expect(response).toMatchObject({ status: 500, code: 'internal_error' });
      expect(told).toEqual({ errors: [expect.any(UndocumentedResponseError)], invalid: [] });
      expect(String(told.errors)).toContain(finding);
    }
  });

  test('with log it is told and sent, with off it is sent', async () => {
    const logged = await respondWith(handler, { validateResponses: 'log' });
    expect(logged.response.status).not.toBe(500);
    expect(logged.told).toEqual({ errors: [], invalid: [['req_test', expect.any(UndocumentedResponseError)]] });
    expect(String(logged.told.invalid)).toContain(finding);
    const silent = await respondWith(handler, { validateResponses: 'off' });
    expect(silent).toEqual({ response: logged.response, told: { errors: [], invalid: [] } });
  });
});

describe.each<ResponseValidation>(['off', 'log', 'fail'])('with %s', (validateResponses) => {
  test.each<[string, () => unknown]>([
    ['201', () => ({ status: 201, body: exampleInvoice })],
    ['204', () => ({ status: 204 })],
    ['302', () => ({ status: 302, body: exampleInvoice, headers: { Location: '/' } })],
    ['a status that the catalogue has and fetch has not', () => ({ status: 409, body: exampleProblem })],
    ['a problem that fetch has not', () => Promise.reject(new ProblemError('invoice_expired', 'No.'))],
    ['a status that is text', () => ({ ...ok, status: '200 ' })],
    ['no status', () => ({ body: exampleInvoice })],
    ['no body', () => ({ status: 200 })],
    ['nothing', () => undefined],
    ['a body with a BigInt', () => ({ ...ok, body: { ...exampleInvoice, version: 1n } })],
    ['a body that holds itself', () => ({ ...ok, body: inCircle() })],
    ['a body that is a function', () => ({ ...ok, body: () => exampleInvoice })],
    ['a header of two lines', () => ({ ...ok, headers: { 'X-A': 'a\r\nSet-Cookie: b' } })],
    ['a header beyond Latin-1', () => ({ ...ok, headers: { 'X-A': '支付' } })],
    ['a header of no name', () => ({ ...ok, headers: { 'X A': 'a' } })],
    ['a length', () => ({ ...ok, headers: { 'content-length': '5' } })],
    ['a transfer coding', () => ({ ...ok, headers: { 'Transfer-Encoding': 'chunked' } })],
    ['a content coding', () => ({ ...ok, headers: { 'Content-Encoding': 'gzip' } })],
    ['a trailer', () => ({ ...ok, headers: { Trailer: 'X-A' } })],
    ['a header of no value', () => ({ ...ok, headers: { 'X-A': undefined } })],
  ])('%s is a 500', async (_what, handler) => {
    const { response, told } = await respondWith(handler, { validateResponses });
    expect(response).toMatchObject({ status: 500, code: 'internal_error' });
    expect(response.headers).not.toHaveProperty('X-A');
    expect(told).toEqual({ errors: [expect.any(Error)], invalid: [] });
  });

  test('what is right is sent', async () => {
    const headers = { 'Retry-After': '5', RateLimit: '"fetch";r=0;t=5' };
    expect(await respondWith(() => ok, { validateResponses })).toMatchObject({ response: ok, told: { errors: [], invalid: [] } });
    const limited = await respondWith(problem('rate_limited', headers), { validateResponses });
    expect(limited).toMatchObject({ response: { status: 429, headers }, told: { errors: [], invalid: [] } });
    const thrown = await respondWith(problem('invoice_not_found'), { validateResponses });
    const given = await respondWith(() => ({ status: 404, body: exampleProblem }), { validateResponses });
    expect(thrown.response.headers).toEqual(given.response.headers);
    expect(thrown.response).toMatchObject({ status: 404, headers: { 'Content-Type': 'application/problem+json' } });
  });
});

test('what JSON makes of a body is what is checked', async () => {
  const createdAt = new Date(exampleInvoice.createdAt);
  const { response } = await respondWith(() => ({ ...ok, body: { ...exampleInvoice, createdAt } }));
  expect(response).toMatchObject({ status: 200, body: exampleInvoice });
});

test('a header has one value, and those of every response are not the handler’s to set', async () => {
  const headers = { 'content-type': 'text/html', 'x-request-id': 'mine', 'CACHE-CONTROL': 'public', ratelimit: 'own' };
  const { response } = await respondWith(() => ({ ...ok, headers }), { admit: () => ({ RateLimit: 'of admission' }) });
  expect(response.headers).toEqual({
    'Content-Type': 'application/json',
    'X-Request-Id': 'req_test',
    'Cache-Control': 'no-store',
    ratelimit: 'own',
  });
});

test('an admission whose headers cannot be sent is a failure', async () => {
  const { response, told } = await respondWith(() => ok, { admit: () => ({ RateLimit: 'a\nb' }) });
  expect(response).toMatchObject({ status: 500, code: 'internal_error' });
  expect(response.headers).not.toHaveProperty('RateLimit');
  expect(told.errors).toHaveLength(1);
});

test('a 500 does not say that nothing was changed, as the handler may have stored what it returns', async () => {
  const stored: unknown[] = [];
  const { response } = await respondWith(() => {
    stored.push(exampleInvoice);
    return { ...ok, body: withoutNote };
  });
  expect([response.status, stored.length]).toEqual([500, 1]);
  expect(JSON.stringify(response.body)).not.toContain('changed');
});

test('a finding does not repeat what the response says', async () => {
  const { told } = await respondWith(() => ({ ...ok, body: { ...exampleInvoice, status: 'secret', note: 'secret' } }));
  expect(String(told.errors)).not.toContain('secret');
});

test('without a hook the console is told, and a hook that throws is none', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const broken = () => ({ ...ok, body: withoutNote });
  await respondWith(broken, { validateResponses: 'log', onInvalidResponse: undefined } as never);
  expect(said.mock.calls).toEqual([['req_test', expect.any(UndocumentedResponseError)]]);
  const onError = () => {
    throw new Error('the log is full');
  };
  const { response } = await respondWith(broken, { onError });
  expect(response.status).toBe(500);
  expect(said).toHaveBeenLastCalledWith('req_test', new Error('the log is full'));
});

test('a hook that fails later, or is the one of a log, changes nothing either', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const full = new Error('the log is full');
  const broken = () => ({ ...ok, body: withoutNote });
  const fails = async () => Promise.reject(full);
  expect((await respondWith(broken, { onError: fails })).response.status).toBe(500);
  expect((await respondWith(broken, { validateResponses: 'log', onInvalidResponse: fails })).response.status).toBe(200);
  const throws = () => {
    throw full;
  };
  expect((await respondWith(broken, { validateResponses: 'log', onInvalidResponse: throws })).response.status).toBe(200);
  expect(said.mock.calls.filter(([, error]) => error === full)).toHaveLength(3);
});

test('when toProblem fails, both errors are reported', async () => {
  const [first, second] = [new Error('the store is gone'), new Error('no such name')];
  const toProblem = () => {
    throw second;
  };
  const { response, told } = await respondWith(() => Promise.reject(first), { toProblem });
  expect(response).toMatchObject({ status: 500, code: 'internal_error' });
  expect(told.errors).toMatchObject([{ errors: [first, second] }]);
});

test('without a base URL a problem is still a problem, and a success is not asked for one', async () => {
  const noUrl = new Error('the server is closed');
  const publicBaseUrl = () => {
    throw noUrl;
  };
  expect(await respondWith(() => ok, { publicBaseUrl })).toMatchObject({ response: { status: 200 }, told: { errors: [] } });
  const { response, told } = await respondWith(problem('invoice_not_found'), { publicBaseUrl, validateResponses: 'log' });
  expect(response).toMatchObject({ status: 404, body: { type: '/problems/invoice_not_found' } });
  expect(told.errors).toEqual([noUrl]);
});

test.each([undefined, null, false, '', 0, Number.NaN])('%j is nobody', async (nobody) => {
  const { response } = await respondWith(() => ok, { authenticate: () => nobody as never });
  expect(response).toMatchObject({ status: 401, code: 'invalid_token' });
});

test('true does not say who asks', async () => {
  const { response, told } = await respondWith(() => ok, { authenticate: () => true as never });
  expect(response.status).toBe(500);
  expect(String(told.errors)).toContain('return the owner of the token');
});

test.each<[string, object, string]>([
  ['no handlers', { handlers: undefined }, 'handlers must be an object'],
  ['no authenticate', { authenticate: undefined }, 'authenticate must be a function'],
  ['an admit that is none', { admit: 'everyone' }, 'admit must be a function'],
  ['a base URL that is a text', { publicBaseUrl: 'http://shop.test' }, 'publicBaseUrl must be a function'],
  ['an unknown mode', { validateResponses: 'no' }, 'validateResponses is "no"'],
  ['a mode that is none', { validateResponses: false }, 'validateResponses is false'],
  ['an unknown treatment', { undeclaredProperties: 'send' }, 'undeclaredProperties is "send"'],
])('%s does not start', async (_what, options, sentence) => {
  await expect(createApi({ ...exampleOptions, ...options } as never)).rejects.toThrow(sentence);
});
