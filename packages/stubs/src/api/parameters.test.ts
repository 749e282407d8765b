/** Tests operations that a contract may add: with parameters, without a body, or with a success without a body. */
import { expect, test } from 'vitest';
import { exampleInvoice, exampleOptions, makeChecker, type RequestSketch, sketchRequest } from '../../testing/example-api.ts';
import { loadContract } from '../contract/load-contract.ts';
import { loadOperations } from '../contract/load-operations.ts';
import { createRequestHandler } from './handle-request.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of the contract
type Contract = any;

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } };
const state = { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['PAID', 'PENDING'] } } };
const joined = { name: 'fields', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } };
const isPaid = { name: 'paid', in: 'query', schema: { type: 'boolean' } };
const trace = { name: 'X-Trace', in: 'header', schema: { type: 'string', maxLength: 5 } };
const depth = { name: 'X-Depth', in: 'header', schema: { type: 'integer', default: 1 } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^inv_' } };
const part = { name: 'part', in: 'path', required: true, schema: { type: 'integer' } };

const gone = { description: 'It is gone.' };

let seen: Record<string, unknown> = {};

async function start(change: (contract: Contract) => void = () => undefined) {
  const contract: Contract = loadContract();
  const { post } = contract.paths['/api/v1/payments/fetch'];
  const { operationId: _, requestBody: _body, parameters: _parameters, ...shared } = post;
  const { 200: __, ...refusals } = shared.responses;
  contract.paths['/api/v1/payments'] = {
    get: { ...shared, operationId: 'listPayments', parameters: [limit, state, joined, isPaid, trace, depth] },
  };
  contract.paths['/api/v1/payments/{id}/parts/{part}'] = {
    parameters: [id],
    get: { ...shared, operationId: 'readPart', parameters: [part] },
    delete: { ...shared, operationId: 'dropPart', parameters: [part], responses: { ...refusals, 204: gone } },
  };
  change(contract);
  const operations = await loadOperations(contract);
  const handler = (response: object) => async (input: Record<string, unknown>) => {
    seen = input;
    return response;
  };
  const handlers = Object.fromEntries(
    operations.all.map(({ operationId }) => [operationId, handler({ status: 200, body: exampleInvoice })]),
  );
  handlers.dropPart = handler({ status: 204 });
  const options = {
    ...exampleOptions,
    handlers: handlers as never,
    admit: (_: string, operation: string, { scopes }: { scopes: readonly string[] }) => ({ Needs: `${operation} ${scopes}` }),
    onError: () => undefined,
  };
  const handle = createRequestHandler(options, operations, makeChecker(operations.all));
  return async (path: string, sketch: RequestSketch = {}) => {
    seen = {};
    const [bare = '', query] = path.split('?');
    const noBody = () => Promise.reject(new Error('The body was read.'));
    const request = { ...sketchRequest({ method: 'GET', path: bare, ...sketch }), readBody: noBody };
    const { status, headers, body } = await handle({ ...request, ...(query !== undefined && { query }) });
    const { errors = [] } = (body ?? {}) as { errors?: { pointer: string; code: string; detail: string }[] };
    return { status, headers, body, items: errors.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`) };
  };
}

const ask = await start();

test('parameters reach the handler with the types of their schemas, and defaults', async () => {
  expect(await ask('/api/v1/payments?limit=5&status=PAID&status=PENDING&fields=a,b&paid=true')).toMatchObject({ status: 200 });
  expect(seen).toMatchObject({
    body: undefined,
    query: { limit: 5, status: ['PAID', 'PENDING'], fields: ['a', 'b'], paid: true },
    headers: { 'X-Depth': 1 },
  });
  const headers = ['x-trace', 'abc', 'X-DEPTH', '7'];
  expect(await ask('/api/v1/payments?status=PAID', { headers })).toMatchObject({ status: 200 });
  expect(seen).toMatchObject({ query: { limit: 20, status: ['PAID'] }, headers: { 'X-Trace': 'abc', 'X-Depth': 7 } });
  expect(await ask('/api/v1/payments/inv_a%2Fb%C3%A9/parts/12')).toMatchObject({ status: 200 });
  expect(seen.path).toEqual({ id: 'inv_a/bé', part: 12 });
});

const unknown = (name: string) =>
  `/${name} unknown_property: The operation has no parameter ${name}. Leave it out, or correct its name.`;

test.each([
  ['/api/v1/payments?limit=x', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=0x10', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=+5', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=1.5', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=5&limit=6', '/limit type: limit must be of type integer.'],
  ['/api/v1/payments?limit=101', '/limit pattern: limit must be <= 100.'],
  ['/api/v1/payments?paid=1', '/paid type: paid must be of type boolean.'],
  [
    '/api/v1/payments?status=PAID&status=GONE',
    '/status/1 pattern: status/1 does not have the required form. It must be one of PAID, PENDING.',
  ],
  ['/api/v1/payments?staus=PAID', unknown('staus')],
  ['/api/v1/payments?__proto__=1', unknown('__proto__')],
  ['/api/v1/payments/7/parts/1', '/id pattern: id does not have the required form.'],
  ['/api/v1/payments/inv_7/parts/one', '/part type: part must be of type integer.'],
])('%s is refused', async (path, item) => {
  expect(await ask(path)).toMatchObject({ status: 422, body: { code: 'validation_failed' }, items: [item] });
  expect(seen).toEqual({});
});

test('a header that is wrong is named as the contract writes it', async () => {
  const { status, items } = await ask('/api/v1/payments', { headers: ['x-trace', 'too long'] });
  expect([status, items]).toEqual([422, ['/X-Trace too_long: X-Trace must have at most 5 characters.']]);
  const strict = await start((contract) => (contract.paths['/api/v1/payments'].get.parameters = [{ ...trace, required: true }]));
  expect((await strict('/api/v1/payments')).items).toEqual(['/X-Trace required: X-Trace is missing.']);
});

test('a flood of parameters is refused with as many items as a problem has', async () => {
  const { status, items } = await ask(`/api/v1/payments?${Array.from({ length: 5000 }, (_, index) => `a${index}`).join('&')}`);
  expect([status, items.length]).toEqual([422, 32]);
});

test('a path that cannot be decoded, or has an empty part, is none', async () => {
  for (const path of ['/api/v1/payments/inv_%zz/parts/1', '/api/v1/payments//parts/1', '/api/v1/payments/inv_a/parts/1/'])
    expect(await ask(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a success without a body has no content type', async () => {
  const { status, headers, body } = await ask('/api/v1/payments/inv_a/parts/1', { method: 'DELETE' });
  expect([status, body, headers['Content-Type'], headers['X-Request-Id']]).toEqual([204, undefined, undefined, 'req_test']);
  const refused = await ask('/api/v1/payments/inv_a/parts/1', { method: 'PUT' });
  expect(refused).toMatchObject({ status: 405, headers: { Allow: 'GET, DELETE' } });
});

test('an operation that takes no query does not look at one', async () => {
  expect(await ask('/api/v1/payments/inv_a/parts/1?utm_source=x')).toMatchObject({ status: 200 });
});

test('admit is told which scopes the operation needs', async () => {
  expect((await ask('/api/v1/payments')).headers.Needs).toBe('listPayments invoices:read');
});

test.each([
  ['is in: cookie', { ...limit, in: 'cookie' }],
  ['has a form', { ...limit, schema: { type: 'object' } }],
  ['has a form', { ...limit, schema: { anyOf: [{ type: 'integer' }] } }],
  ['has a form', { ...state, in: 'header' }],
  ['has a form', { ...state, style: 'pipeDelimited' }],
])('a parameter that %s is refused at start', async (why, parameter) => {
  const started = start((contract) => void contract.paths['/api/v1/payments'].get.parameters.push({ ...parameter, name: 'odd' }));
  await expect(started).rejects.toThrow(`The parameter odd of listPayments ${why}`);
});

test('parameters without a response to a wrong one are refused at start', async () => {
  const started = start((contract) => void delete contract.paths['/api/v1/payments'].get.responses['422']);
  await expect(started).rejects.toThrow('limit of listPayments can be invalid, but the operation documents no 422.');
});
