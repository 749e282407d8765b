import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadContract, readContract } from '../../../payments/load-contract.ts';
import { planAll } from '../../engine/plan-cases.ts';
import { operationAt } from '../operation-at.ts';
import { sampleOf } from '../sample-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = 'openapi: 3.0.3\ninfo: {title: Tickets, version: "1"}\n';
const withSchema = (schema: string): string =>
  `${head}paths:\n  /tickets:\n    post:\n      requestBody: {content: {application/json: {schema: ${schema}}}}\n      responses: {'201': {description: Made.}}\n`;
const aliases = Array.from(
  { length: 12 },
  (_, at) =>
    `x-${at}: &a${at} [${Array(9)
      .fill(at === 0 ? '1' : `*a${at - 1}`)
      .join(', ')}]`,
);

describe('a document that cannot be used is refused with a sentence', () => {
  test.each([
    ['of another version', 'swagger: "2.0"\ninfo: {}\npaths: {}\n', /Swagger 2\.0: convert it/],
    ['without operations', `${head}paths: {}\n`, /no operation under \/paths/],
    [
      'that refers to itself',
      withSchema("{$ref: '#/components/schemas/A'}").concat(
        "components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}}\n",
      ),
      /leads to itself/,
    ],
    ['that refers to nothing', withSchema("{$ref: '#/components/schemas/A'}"), /there is nothing at #\/components\/schemas\/A/],
    ['that refers to another host', withSchema("{$ref: 'https://example.com/a.yaml#/A'}"), /the suite fetches nothing/],
    [
      'that refers to a file that is no document',
      withSchema("{$ref: '/etc/passwd'}"),
      /no \.yaml or \.json file|give it as a file/,
    ],
    ['of aliases of aliases', `${head}paths: {}\n${aliases.join('\n')}\n`, /more than \d+ parts/],
    ['that is an alias of itself', `${head}paths: &a {/a: *a}\n`, /more than \d+ parts|unidentified alias/],
    ['nested too deep', `${head}paths: {/a: {get: {responses: {}, x-a: ${'['.repeat(2000)}${']'.repeat(2000)}}}}\n`, /nest/],
    [
      'of ten thousand operations',
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Many', version: '1' },
        paths: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`/a${at}`, { get: { responses: {} } }])),
      }),
      /10000 operations, and the suite reads at most 3000/,
    ],
  ])('%s', (_, text, says) => {
    expect(() => readContract(text)).toThrow(says);
  });
});

test.each([
  ['^(x+x+)+y$', 'y'],
  ['(x|xx)+y', 'y'],
  ['x*x*x*x*y', 'y'],
  ['^(?:x+|y)*z$', 'z'],
  ['^(z|x*x*x*x*y)$', 'y'],
  ['^(x*[|]?x*[|]?x*[|]?x*y)$', 'y'],
  ['^(x*\\|?x*\\|?x*\\|?x*y)$', 'y'],
])('the pattern %s, whose slow texts nobody tried, stops no run when a deployment sends one', (pattern, end) => {
  const schema = { properties: { a: { type: 'string', pattern } } };
  const content = { 'application/json': { schema } };
  const { compile } = readContract(
    JSON.stringify({
      ...{ openapi: '3.1.0', info: { title: 'Tickets', version: '1' } },
      paths: { '/a': { get: { responses: { 200: { description: 'a', content } } } } },
    }),
  );
  const isRight = compile('#/paths/~1a/get/responses/200/content/application~1json/schema');
  expect(['x'.repeat(20_000), `xx${end}`, `${'x'.repeat(30)}${end}`].map((a) => isRight({ a }))).toEqual([false, true, true]);
});

test('a pattern that no engine can run, or that takes for ever, is taken out, with the reason', () => {
  const { plain } = readContract(
    withSchema("{type: object, properties: {a: {type: string, pattern: '(?<!x'}, b: {type: string, pattern: '^(a+)+$'}}}"),
  );
  expect(plain?.untried).toMatchObject([
    {
      pointer: expect.stringContaining('/properties/a/pattern'),
      reason: expect.stringContaining('not a valid regular expression'),
    },
    {
      pointer: expect.stringContaining('/properties/b/pattern'),
      reason: expect.stringContaining('takes too long on some texts'),
    },
  ]);
});

test('files that a document refers to are read with it, and refer to one another', () => {
  writeFileSync(
    join(folder, 'parts.yaml'),
    "Ticket: {type: object, required: [day], properties: {day: {$ref: 'day.json#/Day'}, next: {$ref: '#/Ticket'}}}\n",
  );
  writeFileSync(join(folder, 'day.json'), '{"Day": {"type": "string", "format": "date"}}');
  writeFileSync(join(folder, 'tickets.yaml'), withSchema("{$ref: './parts.yaml#/Ticket'}"));
  const [operation] = loadContract(join(folder, 'tickets.yaml')).operations;
  expect(operation?.request.properties).toMatchObject({ day: { type: 'string', format: 'date' }, next: {} });
});

test('an operation without an id is named by its method and path', () => {
  const [operation] = readContract(withSchema('{type: array, items: {type: string}}')).operations;
  expect(operation).toMatchObject({ id: 'POST /tickets', slug: 'post-tickets', plain: { bodyName: 'body' } });
});

test('allOf becomes one object, and read-only properties are not sent', () => {
  const schema =
    '{allOf: [{type: object, required: [id, day], properties: {id: {type: string, readOnly: true}, day: {type: string}}}, {properties: {note: {type: string, nullable: true}}}]}';
  const [operation] = readContract(withSchema(schema)).operations;
  expect(Object.keys(operation?.request.properties ?? {}).sort()).toEqual(['day', 'note']);
  expect(operation?.request).toMatchObject({ required: ['day'], properties: { note: { type: ['string', 'null'] } } });
});

test('a part that cannot be read is reported with the reason, and everything else is tested', () => {
  const media = { 'application/xml': { schema: { type: 'string' } } };
  const list = { type: 'array', minItems: 3e8, items: { type: 'string' } };
  const body = {
    type: 'object',
    properties: {
      any: { type: 'any' },
      old: { type: 'string', required: true },
      quoted: { type: 'integer', minimum: '1' },
      none: { enum: [] },
      keys: { type: 'object', patternProperties: { '(': {} } },
    },
  };
  const { operations, plain } = readContract(
    JSON.stringify({
      ...{ openapi: '3.0.3', info: { title: 'Odd', version: '1' } },
      paths: {
        '/nothing': null,
        '/a': {
          get: {
            parameters: [{ name: 'q', in: 'query', content: media }],
            responses: { 200: { description: '', headers: { 'X-A': { content: media } } } },
          },
          post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: {} },
          put: { parameters: [{ name: 'q', in: 'query', required: true, content: media }], responses: {} },
          delete: { parameters: 7, responses: {} },
        },
        '/b': { get: { parameters: [{ name: 'q', in: 'query', schema: list }], responses: {} } },
      },
    }),
  );
  const called = operations.filter((one) => one.plain?.untried === undefined).map(({ id }) => id);
  expect(called).toEqual(['GET /a', 'POST /a', 'GET /b']);
  expect(operations.find(({ id }) => id === 'POST /a')?.request.properties).toMatchObject({ quoted: { minimum: 1 }, old: {} });
  expect(plain?.untried.map(({ reason }) => reason)).toEqual([
    'type is "any", which no schema can have there',
    'required is true, which no schema can have there',
    'enum is [], which no schema can have there',
    'the pattern ( is not a valid regular expression of JavaScript, which OpenAPI requires',
    'q has no schema, and the suite writes only JSON there',
    'q in its query has no schema, and the suite writes only JSON there',
    expect.stringContaining('it cannot be read: '),
    'minItems 300000000 is more than is made up',
  ]);
});

test.each([
  ['minContains 1000000000', { contains: { const: 1 }, minContains: 1e9 }],
  ['maxContains 1000000000', { contains: { const: 1 }, maxContains: 1e9 }],
  ['minItems 90000', { minItems: 90_000, items: { type: 'array', minItems: 90_000, items: { type: 'string' } } }],
  ['minLength 1000', { prefixItems: Array.from({ length: 101 }, () => ({ type: 'string', minLength: 1000 })) }],
  ['an object with 501 properties', { properties: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`p${at}`, {}])) }],
])('a document cannot make the suite make up %s', (what, schema) => {
  const { plain } = readContract(withSchema(JSON.stringify(schema)));
  expect(plain?.untried.map(({ reason }) => reason)).toEqual([`${what} is more than is made up`]);
});

test('keywords of another type are left out, an object that has no type stays without one, and a path has no query', () => {
  const schema = '{properties: {a: {type: string, properties: {b: {type: string}}, required: [b], minimum: 1, maxLength: 3}}}';
  const { operations, plain } = readContract(
    withSchema(schema).replace('  /tickets:', '  /tickets?new: {get: {responses: {}}}\n  /tickets:'),
  );
  expect(operations.at(-1)?.request).toMatchObject({ properties: { a: { type: 'string', maxLength: 3 } } });
  expect(Object.keys(operations.at(-1)?.request.properties?.a ?? {})).toEqual(['type', 'maxLength', 'x-requirements']);
  expect(operations.at(-1)?.request.type).toBeUndefined();
  expect(plain?.untried.map(({ reason }) => reason)).toEqual([expect.stringContaining('has a query')]);
});

test('operations that only a fragment tells apart are called at one path, and known by their names', () => {
  const paths = Object.fromEntries(
    ['ListUsers', 'AddUser'].map((name) => [
      `/#Action=${name}`,
      {
        get: {
          operationId: name,
          parameters: [{ name: 'Action', in: 'query', required: true, schema: { type: 'string', enum: [name] } }],
          responses: {},
        },
      },
    ]),
  );
  const contract = readContract(JSON.stringify({ openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths }));
  const ids = ['/?Action=AddUser', '/?Action=ListUsers', '/'].map((path) => operationAt(contract, { path, method: 'GET' })?.id);
  expect(ids).toEqual(['AddUser', 'ListUsers', 'ListUsers']);
});

test('a request without the header that its path requires is still one to that path', () => {
  const header = { name: 'Version', in: 'header', required: true, schema: { type: 'string', enum: ['2'] } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/users/{id}': { get: { operationId: 'one', parameters: [id], responses: {} } },
    '/users/me': { get: { operationId: 'me', parameters: [header], responses: {} } },
  };
  const contract = readContract(JSON.stringify({ openapi: '3.0.3', info: { title: 'Users', version: '1' }, paths }));
  expect(operationAt(contract, { path: '/users/me', method: 'GET', headers: [] })?.id).toBe('me');
});

test('a bound that no allowed value reaches does not prevent the other cases of an operation', () => {
  const schema =
    '{type: object, properties: {a: {type: string, maxLength: 20, pattern: "^(x{3}|y{4})$"}, b: {type: integer, maximum: 5}}}';
  const { planned } = planAll(readContract(withSchema(schema)));
  const ids = planned.map(({ id }) => id.slice('post-tickets/'.length));
  expect(ids).toEqual(expect.arrayContaining(['body/a/not-pattern', 'body/a/too-long', 'values/b/greatest']));
});

test.each([
  ['a choice of itself', { allOf: Array.from({ length: 4 }, () => ({ $ref: '#/components/schemas/S' })) }],
  ['an envelope of itself', { properties: { data: { $ref: '#/components/schemas/S' } } }],
  ['a part of itself', { properties: { _embedded: { $ref: '#/components/schemas/S' } } }],
])('%s is read', (_, schema) => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S' } } };
  const get = { responses: { 200: { description: '', content } } };
  const parameters = [{ name: 'aId', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = {
    '/a': { get, post: { requestBody: { content }, responses: { 201: { description: '', content } } } },
    '/a/{aId}': { get: { ...get, parameters } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Itself', version: '1' }, paths, components: { schemas: { S: schema } } };
  expect(readContract(JSON.stringify(document)).operations).toHaveLength(3);
});

test('an object that is right by its fields is found without a validator, which takes long for a large one', () => {
  const wide = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, more: { $ref: '#/nowhere' } } };
  expect(sampleOf(wide, '/wide')).toEqual({ name: 'a' });
});

test('an x-echoes without a value at a header is ignored', () => {
  const file = join(folder, 'empty-fact.yaml');
  const response = '{description: All., headers: {X-Page: {schema: {type: string}, x-echoes: }}}';
  writeFileSync(file, `${head}paths:\n  /tickets:\n    get:\n      responses: {'200': ${response}}\n`);
  const { operations } = loadContract(file);
  expect(operations.map(({ headers }) => headers.map(({ name, echoes }) => [name, echoes]))).toEqual([[['X-Page', undefined]]]);
});
