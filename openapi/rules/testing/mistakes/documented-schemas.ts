import { baseOf, type Document, missing, put, type RuleTest, wrong } from '../make-mistake.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const url = '{$request.body#/url}';

const base = baseOf({
  paths: {
    '/create': {
      post: {
        requestBody: json({ $ref: '#/components/schemas/Request' }),
        responses: { '200': { description: 'Done.', ...json({ $ref: '#/components/schemas/Invoice' }) } },
        callbacks: { changed: { [url]: { post: { requestBody: json({ $ref: '#/components/schemas/Event' }) } } } },
      },
    },
  },
  components: {
    requestBodies: { Shared: json({ $ref: '#/components/schemas/Request' }) },
    schemas: {
      Request: {
        type: 'object',
        additionalProperties: false,
        properties: { cashTag: { type: 'string', anyOf: [{ maxLength: 20 }] }, place: { $ref: '#/components/schemas/Place' } },
      },
      Place: { type: 'object', additionalProperties: false, properties: { city: { type: 'string' } } },
      Event: { type: 'object', properties: { data: { $ref: '#/components/schemas/Invoice' } } },
      Invoice: { type: 'object', properties: { id: { type: 'string' } } },
    },
  },
});
const schemas = (document: Document) => document.components.schemas;
const body = (document: Document, schema: object) => {
  document.paths['/create'].post.requestBody = json(schema);
};

const requestSchemaClosed: RuleTest = {
  base,
  passes: {
    'conditions on fields that are declared beside them': (d) => {
      const isBerlin = { properties: { city: { const: 'Berlin' } }, required: ['city'] };
      const again = ['if', 'then', 'else', 'not', 'contains'].map((keyword) => [keyword, isBerlin]);
      Object.assign(schemas(d).Place, Object.fromEntries(again), { dependentSchemas: { city: isBerlin } });
    },
    'a choice of closed bodies': (d) =>
      body(d, { oneOf: [{ $ref: '#/components/schemas/Request' }, { $ref: '#/components/schemas/Place' }] }),
    'a map of texts inside a body': put('#/components/schemas/Place', {
      type: 'object',
      maxProperties: 5,
      additionalProperties: { type: 'string' },
    }),
    'a body that is no JSON': put('#/paths/~1create/post/requestBody', {
      content: { 'text/plain': { schema: { type: 'string' } } },
    }),
  },
  finds: {
    'an object of a callback that a request has too': [
      put('#/components/schemas/Event/properties/place', { $ref: '#/components/schemas/Place' }),
      '#/components/schemas/Place/additionalProperties',
      "The schema Place of a callback's payload is closed, so fields could never be added to it",
    ],
    'an open body': missing(
      '#/components/schemas/Request',
      'additionalProperties',
      'The schema Request of a request body accepts unknown fields',
    ),
    'a body that says it is open': wrong(
      '#/components/schemas/Request/additionalProperties',
      true,
      'Add `additionalProperties: false`',
    ),
    'an open object inside a body': missing(
      '#/components/schemas/Place',
      'additionalProperties',
      'The schema Place of a request body accepts unknown fields',
    ),
    'a map of anything inside a body': [
      put('#/components/schemas/Place', { type: 'object', additionalProperties: {} }),
      '#/components/schemas/Place/additionalProperties',
      'The schema Place of a request body accepts unknown fields',
    ],
    'an open body without a type': [
      (d) => body(d, {}),
      '#/paths/~1create/post/requestBody/content/application~1json/schema',
      'The schema schema of a request body accepts unknown fields',
    ],
    'an open body of another JSON type': [
      put('#/paths/~1create/post/requestBody', { content: { 'application/merge-patch+json': { schema: { type: 'object' } } } }),
      '#/paths/~1create/post/requestBody/content/application~1merge-patch+json/schema',
      'The schema schema of a request body accepts unknown fields',
    ],
    'an open body behind a shared request body': [
      (d) => {
        d.paths['/create'].post.requestBody = { $ref: '#/components/requestBodies/Shared' };
        delete schemas(d).Request.additionalProperties;
      },
      '#/components/schemas/Request',
      'The schema Request of a request body accepts unknown fields',
    ],
    'an open branch of a choice': [
      (d) => body(d, { oneOf: [{ $ref: '#/components/schemas/Request' }, { $ref: '#/components/schemas/Invoice' }] }),
      '#/components/schemas/Invoice',
      'The schema Invoice of a request body accepts unknown fields',
    ],
    'a closed callback payload': wrong(
      '#/components/schemas/Event/additionalProperties',
      false,
      "The schema Event of a callback's payload is closed, so fields could never be added to it",
    ),
    'a closed object inside a callback payload': wrong(
      '#/components/schemas/Invoice/unevaluatedProperties',
      false,
      "The schema Invoice of a callback's payload is closed, so fields could never be added to it",
    ),
  },
};

const schemaMemberDocumented: RuleTest = {
  base: baseOf({
    components: {
      schemas: {
        Tag: { type: 'string', description: 'A tag.', examples: ['a'] },
        Alias: { $ref: '#/components/schemas/Tag', description: 'Another word.' },
        Bare: { type: 'string' },
        Invoice: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'The id.', examples: ['b'] },
            cashTag: { $ref: '#/components/schemas/Tag' },
            alias: { $ref: '#/components/schemas/Alias' },
            errors: {
              type: 'array',
              description: 'What is wrong.',
              examples: [[]],
              items: { type: 'object', properties: { code: { description: 'The kind.', examples: ['c'] } } },
            },
          },
        },
      },
    },
  }),
  passes: {
    'conditions on fields that are declared beside them': (d) => {
      const isBerlin = { properties: { city: { const: 'Berlin' } }, required: ['city'] };
      const again = ['if', 'then', 'else', 'not', 'contains'].map((keyword) => [keyword, isBerlin]);
      Object.assign(d.components.schemas.Invoice, Object.fromEntries(again), { dependentSchemas: { city: isBerlin } });
    },
    'words beside a reference': put('#/components/schemas/Invoice/properties/bare', {
      $ref: '#/components/schemas/Bare',
      description: 'Bare.',
      examples: ['d'],
    }),
    'null as the example': put('#/components/schemas/Invoice/properties/id/examples', [null]),
  },
  finds: {
    'a field without a description': missing(
      '#/components/schemas/Invoice/properties/id',
      'description',
      'Invoice.id has no description',
    ),
    'a field with an empty description': [
      put('#/components/schemas/Invoice/properties/id/description', ' '),
      '#/components/schemas/Invoice/properties/id',
      'Invoice.id has no description',
    ],
    'a field without an example': [
      put('#/components/schemas/Invoice/properties/id/examples', []),
      '#/components/schemas/Invoice/properties/id',
      'Invoice.id has no example',
    ],
    'a reference to a schema without a description': [
      (d) => {
        d.components.schemas.Bare.examples = ['d'];
        d.components.schemas.Invoice.properties.bare = { $ref: '#/components/schemas/Bare' };
      },
      '#/components/schemas/Invoice/properties/bare',
      'Invoice.bare has no description',
    ],
    'a reference to a schema without an example': [
      (d) => {
        delete d.components.schemas.Tag.examples;
        delete d.components.schemas.Invoice.properties.alias;
      },
      '#/components/schemas/Invoice/properties/cashTag',
      'Invoice.cashTag has no example',
    ],
    'a field of the items of a list': missing(
      '#/components/schemas/Invoice/properties/errors/items/properties/code',
      'description',
      'Invoice.errors.code has no description',
    ),
    'a field of a branch': [
      put('#/components/schemas/Invoice/allOf', [{ properties: { note: { description: 'A note.' } } }]),
      '#/components/schemas/Invoice/allOf/0/properties/note',
      'Invoice.note has no example',
    ],
  },
};

export const documentedSchemaMistakes: Readonly<Record<string, RuleTest>> = {
  'request-schema-closed': requestSchemaClosed,
  'schema-member-documented': schemaMemberDocumented,
};
