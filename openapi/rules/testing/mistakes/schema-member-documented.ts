import { missing } from '../make-mistake.ts';
import type { RuleTest } from '../test-rules.ts';

export const schemaMemberDocumented: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
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
  },
  passes: {
    'conditions on fields that are declared beside them': (d) => {
      const isBerlin = { properties: { city: { const: 'Berlin' } }, required: ['city'] };
      const again = ['if', 'then', 'else', 'not', 'contains'].map((keyword) => [keyword, isBerlin]);
      Object.assign(d.components.schemas.Invoice, Object.fromEntries(again), { dependentSchemas: { city: isBerlin } });
    },
    'words beside a reference': (d) => {
      d.components.schemas.Invoice.properties.bare = { $ref: '#/components/schemas/Bare', description: 'Bare.', examples: ['d'] };
    },
    'null as the example': (d) => {
      d.components.schemas.Invoice.properties.id.examples = [null];
    },
  },
  finds: {
    'a field without a description': missing(
      '#/components/schemas/Invoice/properties/id',
      'description',
      'Invoice.id has no description',
    ),
    'a field with an empty description': [
      (d) => {
        d.components.schemas.Invoice.properties.id.description = ' ';
      },
      '#/components/schemas/Invoice/properties/id',
      'Invoice.id has no description',
    ],
    'a field without an example': [
      (d) => {
        d.components.schemas.Invoice.properties.id.examples = [];
      },
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
      (d) => {
        d.components.schemas.Invoice.allOf = [{ properties: { note: { description: 'A note.' } } }];
      },
      '#/components/schemas/Invoice/allOf/0/properties/note',
      'Invoice.note has no example',
    ],
  },
};
