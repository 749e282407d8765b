import { expect, test } from 'vitest';
import { readContract } from '../../../payments/load-contract.ts';
import { planAll } from '../../engine/plan-cases.ts';
import { listAlternatives } from '../claimed-schema.ts';
import { sampleOf } from '../sample-of.ts';

const withSchema = (schema: string): string =>
  `openapi: 3.0.3\ninfo: {title: Tickets, version: "1"}\npaths:\n  /tickets:\n    post:\n      requestBody: {content: {application/json: {schema: ${schema}}}}\n      responses: {'201': {description: Made.}}\n`;

test('a branch of a discriminator is sent with its name', () => {
  const branch = (field: string) => ({
    type: 'object',
    required: ['kind', field],
    properties: { kind: { type: 'string' }, [field]: {} },
  });
  const schema = {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { woof: '#/components/schemas/Dog' } },
  };
  const [operation] = readContract(
    withSchema(JSON.stringify(schema)).concat(
      `components: ${JSON.stringify({ schemas: { Cat: branch('lives'), Dog: branch('tricks') } })}\n`,
    ),
  ).operations;
  const kinds = listAlternatives(operation?.request.properties?.body ?? {}).map(
    (one) => (sampleOf(one, '/') as { kind: string }).kind,
  );
  expect(kinds).toEqual(['Cat', 'woof']);
});

test('the bounds inside each branch are kept, and null is sent where it may be', () => {
  const branch = (field: string) => ({
    type: 'object',
    required: [field],
    properties: { [field]: { type: 'string', maxLength: 5 }, note: { type: 'string', nullable: true } },
  });
  const ids = planAll(readContract(withSchema(JSON.stringify({ oneOf: [branch('a'), branch('b')] })))).planned.map(
    ({ id }) => id,
  );
  expect(ids).toEqual(
    expect.arrayContaining(
      ['alternative-1/a/maxLength', 'alternative-2/b/maxLength', 'alternative-2/note/type'].map(
        (id) => `post-tickets/values/body/${id}`,
      ),
    ),
  );
});

test('the longest lists that the suite makes up have their cases', () => {
  const schema = '{type: object, properties: {a: {type: array, maxItems: 100000, items: {type: string, minLength: 1}}}}';
  const ids = planAll(readContract(withSchema(schema))).planned.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['post-tickets/body/a/not-maxItems', 'post-tickets/values/a/maxItems']));
});

test('a choice of null and one type has the cases of that type, in bodies and parameters', () => {
  const ofNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const { planned } = planAll(
    readContract(
      JSON.stringify({
        ...{ openapi: '3.1.0', info: { title: 'Optional', version: '1' } },
        paths: {
          '/notes': {
            post: {
              operationId: 'write',
              parameters: [{ name: 'kind', in: 'query', schema: ofNull({ $ref: '#/components/schemas/Kind' }) }],
              requestBody: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        text: ofNull({ type: 'string', maxLength: 9 }),
                        age: ofNull({ type: 'integer', minimum: 0 }),
                      },
                    },
                  },
                },
              },
              responses: {},
            },
          },
        },
        components: { schemas: { Kind: { type: 'string', enum: ['a', 'b'] } } },
      }),
    ),
  );
  expect(planned.map(({ id }) => id)).toEqual(
    expect.arrayContaining(
      [
        ...['body/text/too-long', 'values/text/longest', 'values/text/is-null', 'body/age/below-minimum'],
        ...['body/age/wrong-type/number-in-quotes', 'parameter/kind/not-enum', 'parameter/kind/takes/b'],
      ].map((id) => `write/${id}`),
    ),
  );
  expect(planned.map(({ id }) => id)).not.toContain('write/parameter/kind/takes/null');
});

test.each([
  ['a map of at least two keys', '{type: object, minProperties: 2, additionalProperties: {type: integer}}', { key0: 1, key1: 1 }],
  ['a required name that is not described', '{type: object, required: [b]}', { b: 'a' }],
  [
    'a list whose places differ',
    '{type: array, minItems: 2, maxItems: 2, prefixItems: [{type: number}, {type: string}]}',
    [1, 'a'],
  ],
  ['a list without a type', '{items: {type: integer}}', [1]],
  ['an object without a type', '{properties: {c: {type: integer}}, required: [c]}', { c: 1 }],
  ['an id in capitals', "{type: string, format: uuid, pattern: '^[0-9A-F-]{36}$'}", '5F0C9B1E-8D6A-4A54-9A64-7C1F8E0D2B3A'],
  ['a choice that is never null', '{nullable: false, oneOf: [{type: integer}, {type: boolean}]}', 1],
])('%s has a value', (_, schema, value) => {
  const [operation] = readContract(withSchema(`{type: object, properties: {a: ${schema}}}`)).operations;
  expect(sampleOf(operation?.request.properties?.a ?? {}, '/a')).toEqual(value);
});

test('an id is found in the choices of a response', () => {
  const part = (field: string) => ({ type: 'object', required: ['id'], properties: { id: { type: 'integer' }, [field]: {} } });
  const content = { 'application/json': { schema: { anyOf: [part('length'), { allOf: [part('thread')] }] } } };
  const paths = {
    '/parts': { post: { responses: { 201: { description: '', content } } } },
    '/parts/{partId}': {
      get: {
        parameters: [{ name: 'partId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '', content } },
      },
    },
  };
  const { operations } = readContract(JSON.stringify({ openapi: '3.0.3', info: { title: 'Parts', version: '1' }, paths }));
  expect(operations[1]?.plain?.origins.get('partId')).toMatchObject({ operation: 'POST /parts', path: ['id'] });
});
