/** The short path and openapi-backend give the same answer to the same request, and take the same steps towards it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ApiOptions, createApi } from './create-api.ts';
import { Exchange } from './exchange.ts';
import type { HandlerInput } from './handlers.ts';
import { ProblemError } from './problem-error.ts';
import { createShortPath, type RequestValidators } from './short-path.ts';
import { exampleInvoice, exampleOptions, type RequestSketch, sketchRequest } from './testing/example-api.ts';

const create = '/api/v1/payments/create';
const submit = '/api/v1/payments/submit';
const fetch = '/api/v1/payments/fetch';

/** Everything that an API asks of its surroundings, in order. */
let steps: unknown[] = [];

const answer = async ({ body, sourceOf, ...rest }: HandlerInput<never, string>) => {
  steps.push({ handler: structuredClone(body), amount: sourceOf('/amount'), ...rest });
  switch ((body as { invoiceId?: string }).invoiceId) {
    case 'unknown':
      throw new ProblemError('invoice_not_found', 'There is none.');
    case 'undocumented problem':
      throw new ProblemError('receipt_invalid', 'Fetch has no such answer.');
    case 'bug':
      throw new TypeError('a bug');
    case 'undocumented':
      return { status: 200, body: { ...exampleInvoice, status: 'LOST' } };
    case 'headers':
      return { status: 200, body: exampleInvoice, headers: { RateLimit: '"own"', 'content-type': 'text/html' } };
  }
  return { status: 200, body: exampleInvoice };
};
const options: ApiOptions<string> = {
  ...exampleOptions,
  handlers: { createPayment: answer, submitReceipt: answer, fetchPayment: answer } as never,
  authenticate: async (token) => {
    steps.push(`authenticate ${token}`);
    if (token === 'broken') throw new Error('the store is away');
    if (token === 'fast') throw new ProblemError('rate_limited', 'Too many.', { headers: { 'Retry-After': '5' } });
    return token === 'good' || token === 'narrow' ? token : undefined;
  },
  admit: (principal, operationId) => {
    steps.push(`admit ${principal} to ${operationId}`);
    if (principal === 'narrow') throw new ProblemError('insufficient_scope', 'No.');
    return { RateLimit: '"fetch";r=1', 'X-Admitted': 'yes' };
  },
  onError: (error) => void steps.push(String(error)),
};
const long = await createApi(options, { shortPath: false });
const short = await createApi(options);

/** The bytes that would be sent, and what happened on the way. */
async function run(api: typeof long, sketch: RequestSketch): Promise<string> {
  steps = [];
  const request = sketchRequest(sketch);
  const { readBody } = request;
  const { status, headers, body } = await api.handle({
    ...request,
    readBody: (limit) => {
      steps.push(`read ${limit}`);
      return readBody(limit);
    },
  });
  return JSON.stringify({ status, headers, body, steps }, null, 1);
}

const bearer = (...tokens: string[]) => tokens.flatMap((token) => ['Authorization', token]);
const json = ['Content-Type', 'application/json'];

test.each<RequestSketch>([
  {},
  { body: { cashTag: 'a', amount: 1, isWhiteLabel: true, callbackUrl: 'https://a.example/x', returnUrl: 'https://a.example' } },
  { body: '{"cashTag":"$a","amount":1.50000000000000000001}' },
  { path: fetch, body: { invoiceId: 'inv_1' } },
  { path: submit, body: { invoiceId: 'inv_1', webReceipt: 'x' } },
  ...['unknown', 'undocumented problem', 'bug', 'undocumented', 'headers'].map((invoiceId) => ({
    path: fetch,
    body: { invoiceId },
  })),
  { headers: ['Idempotency-Key', 'a-key'] },
  { headers: ['Idempotency-Key', ''] },
  { path: fetch, body: { invoiceId: 'x' }, headers: ['Idempotency-Key', ''] },
  ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'post', ''].map((method) => ({ method })),
  ...[
    '',
    '/',
    `${create}/`,
    `${create}?a=1`,
    '/API/v1/payments/create',
    `/${create}`,
    '/api/v1/payments/%63reate',
    '/constructor',
  ].map((path) => ({ path })),
  ...[[], ['Bearer good', 'Bearer good'], ['Basic good'], ['Bearer'], ['Bearer other'], ['bearer  good '], ['Bearer a b']].map(
    (tokens) => ({ rawHeaders: [...bearer(...tokens), ...json] }),
  ),
  ...['broken', 'fast', 'narrow'].map((token) => ({ rawHeaders: [...bearer(`Bearer ${token}`), ...json] })),
  ...[[], ['Content-Type', 'text/plain'], [...json, ...json], ['Content-Type', 'application/json;charset=utf-8']].map((type) => ({
    rawHeaders: [...bearer('Bearer good'), ...type],
  })),
  { headers: ['Content-Encoding', 'gzip'] },
  { headers: ['Content-Length', '32769'] },
  ...['', ' ', '{', '[]', 'null', '"{}"', '1', '\ufeff{}', '{"a":NaN}', '{"cashTag":"$a","amount":1,"amount":1}'].map((body) => ({
    body,
  })),
  { body: Buffer.from([0x7b, 0xff, 0x7d]) },
  ...[
    '{"cashTag":"$a","amount":1e400}',
    '{"cashTag":"$a","amount":1,"__proto__":{"x":1}}',
    '{"__proto__":{"cashTag":"$a"},"amount":1}',
  ].map((body) => ({ body })),
  { body: { cashTag: '', amount: '1', isWhiteLabel: null, callbackUrl: '', returnUrl: 'x', extra: 1 } },
  { body: { cashTag: '$a'.repeat(20), amount: 0 }, headers: ['Idempotency-Key', 'a b'] },
  { path: fetch, body: { invoiceId: 'x'.repeat(256) } },
])('%j', async (sketch) => {
  expect(await run(short, sketch)).toBe(await run(long, sketch));
});

test('whatever is sent', async () => {
  const value = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.constantFrom('$a', 1, 1.5, true, 'https://a.example', 'inv_1'),
  );
  const name = fc.constantFrom(
    'cashTag',
    'amount',
    'isWhiteLabel',
    'callbackUrl',
    'returnUrl',
    'invoiceId',
    'webReceipt',
    '__proto__',
    'x',
  );
  const near = fc.oneof(
    fc.record({ cashTag: value, amount: value }),
    fc.record({ invoiceId: value }),
    fc.dictionary(name, value),
    fc.array(fc.tuple(name, value)).map((members) => `{${members.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`)}}`),
    fc.string({ unit: 'binary' }),
    value,
  );
  const header = fc.constantFrom(
    ...[bearer('Bearer good'), bearer('Bearer other'), bearer('Basic x'), json, ['content-type', 'text/html']],
    ...[
      ['IDEMPOTENCY-KEY', 'k'],
      ['Idempotency-Key', ' '],
      ['Content-Length', '99999'],
      ['Content-Encoding', ''],
      ['Host', 'x'],
    ],
  );
  const sketches = fc.record(
    {
      method: fc.oneof({ weight: 9, arbitrary: fc.constant('POST') }, fc.string()),
      path: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(create, submit, fetch) }, fc.webPath()),
      rawHeaders: fc.array(header, { maxLength: 4 }).map((headers) => headers.flat()),
      headers: fc.array(header, { maxLength: 2 }).map((headers) => headers.flat()),
      body: near,
    },
    { requiredKeys: ['body'] },
  );
  await fc.assert(
    fc.asyncProperty(sketches, async (sketch) => {
      expect(await run(short, sketch as RequestSketch)).toBe(await run(long, sketch as RequestSketch));
    }),
    { numRuns: 1000 },
  );
});

test('it is taken for the ordinary request, and not where nothing would be checked', async () => {
  const operation = { operationId: 'fetchPayment', method: 'post', path: fetch, headerParameters: [] } as const;
  const take = (validators: RequestValidators, { path }: { path: string } = operation) =>
    createShortPath({
      operations: [{ ...operation, path }],
      validatorsOf: () => validators,
      respond: async () => ({ status: 200, headers: {}, body: 'short' }),
    })(new Exchange(sketchRequest({ path }), { authenticate: () => 'account' }));
  expect(await take([() => true])).toMatchObject({ body: 'short' });
  expect(await take([])).toBeUndefined();
  expect(await take([() => true, () => false])).toBeUndefined();
  // As a validator with a faulty keyword answers: neither yes nor no.
  expect(await take([async () => false])).toBeUndefined();
  expect(await take([() => true], { path: '/api/v1/{operation}' })).toBeUndefined();
});
