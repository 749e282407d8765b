import type { Document, RuleTest } from '../test-rules.ts';

const at = '#/components/schemas/Invoice/properties';
const properties = (d: Document) => d.components.schemas.Invoice.properties;

export const idleKeywords: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {
      '/list': {
        get: {
          parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Invoice: {
          type: 'object',
          required: ['url'],
          properties: {
            url: { type: ['string', 'null'], format: 'uri', maxLength: 9 },
            amount: { type: 'number', multipleOf: 0.01, format: 'double' },
            lines: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 1 },
          },
        },
      },
    },
  },
  passes: {
    'a keyword of one of the types': (d) => {
      properties(d).amount.type = ['number', 'string'];
      properties(d).amount.maxLength = 9;
    },
    'keywords without a type': (d) => {
      properties(d).url = { not: { pattern: '^x' }, minLength: 1 };
    },
    'a field with the name of a keyword': (d) => {
      properties(d).pattern = { type: 'boolean' };
    },
    'a format in an example': (d) => {
      d.components.schemas.Invoice.examples = [{ type: 'string', format: 'of mine' }];
    },
  },
  finds: {
    'a format that is misspelt': [
      (d) => {
        properties(d).url.format = 'url-of-mine';
      },
      `${at}/url/format`,
      'Nothing checks the format url-of-mine.',
    ],
    'one in a query': [
      (d) => {
        d.paths['/list'].get.parameters[0].schema.format = 'int23';
      },
      '#/paths/~1list/get/parameters/0/schema/format',
      'Nothing checks the format int23.',
    ],
    'a length of numbers': [
      (d) => {
        properties(d).amount.maxLength = 9;
      },
      `${at}/amount/maxLength`,
      '`maxLength` checks nothing where the type is number.',
    ],
    'a bound of texts': [
      (d) => {
        properties(d).lines.items.minimum = 1;
      },
      `${at}/lines/items/minimum`,
      '`minimum` checks nothing where the type is string.',
    ],
    'fields of a list': [
      (d) => {
        properties(d).lines.required = ['name'];
      },
      `${at}/lines/required`,
      '`required` checks nothing where the type is array.',
    ],
    'steps of nothing': [
      (d) => {
        properties(d).amount.multipleOf = 0;
      },
      `${at}/amount/multipleOf`,
      'No value is a multiple of 0.',
    ],
    'bounds the wrong way round': [
      (d) => {
        properties(d).lines.minItems = 2;
      },
      `${at}/lines/minItems`,
      '`minItems` 2 is above `maxItems` 1: nothing passes.',
    ],
  },
};
