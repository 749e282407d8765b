import { wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const json = (schema: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } });
const schemas = (d: Document) => d.components.schemas;

export const defaultWords: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {
      '/create': {
        post: {
          operationId: 'createPayment',
          requestBody: json('Request'),
          responses: { '200': { description: 'Done.', ...json('Invoice') } },
        },
      },
    },
    components: {
      schemas: {
        Request: {
          type: 'object',
          properties: {
            isGift: {
              ...{ type: 'boolean', default: false, description: 'A gift. False when absent.' },
              'x-requirements': [{ id: 'create-gift', text: '`isGift` is accepted, and false when absent.' }],
            },
            note: { type: 'string', description: 'Of the merchant.' },
          },
        },
        Invoice: {
          type: 'object',
          properties: {
            isGift: {
              ...{ type: 'boolean', 'x-echoes': { operation: 'createPayment', property: 'isGift' } },
              'x-requirements': [{ id: 'invoice-gift', text: 'A gift: false when create was sent none, else as it was sent.' }],
            },
            note: {
              ...{ type: ['string', 'null'], description: 'Of the merchant; null when create was sent none.' },
              'x-echoes': { operation: 'createPayment', property: 'note' },
            },
          },
        },
      },
    },
  },
  passes: {
    'an empty map that is called empty': (d) => {
      const note = { type: 'object', additionalProperties: { type: 'string' }, default: {}, description: 'Labels.' };
      schemas(d).Request.properties.note = note;
      schemas(d).Invoice.properties.note.description = 'Labels; empty when create was sent none.';
    },
    'a default that nothing is said of': (d) => {
      schemas(d).Request.properties.note.default = 'Thanks';
      schemas(d).Invoice.properties.note.description = 'Of the merchant.';
    },
  },
  finds: {
    'a description of another default': wrong(
      '#/components/schemas/Request/properties/isGift/description',
      'True when absent.',
      'It says "True when absent", and the default is false.',
    ),
    'a requirement of another default': wrong(
      '#/components/schemas/Request/properties/isGift/x-requirements/0/text',
      'It is `true` when left out.',
      'It says "`true` when left out", and the default is false.',
    ),
    'a default that is an object': [
      (d) => {
        schemas(d).Request.properties.note = { type: 'object', default: { order: 'none' }, description: 'Labels.' };
      },
      '#/components/schemas/Invoice/properties/note/description',
      'It says "null when create was sent none", and the default is {"order":"none"}.',
    ],
    'a default of what is repeated': [
      (d) => {
        schemas(d).Request.properties.note.default = 'Thanks';
      },
      '#/components/schemas/Invoice/properties/note/description',
      'It says "null when create was sent none", and the default is Thanks. Make them agree.',
    ],
  },
};
