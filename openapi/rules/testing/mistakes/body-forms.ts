import { factContract as base } from '../fact-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const create = (d: Document) => d.paths['/create'].post;
const at = '#/paths/~1create/post';

export const bodyForms: RuleTest = {
  base,
  passes: {
    'a success without a body': (d) => {
      create(d).responses['200'] = { description: 'Done.' };
    },
    'no body at all': (d) => {
      delete create(d).requestBody;
    },
    'a problem': (d) => {
      create(d).responses['422'].content = { 'application/problem+json': { schema: { type: 'object' } } };
    },
  },
  finds: {
    'an upload': [
      (d) => {
        create(d).requestBody.content = { 'multipart/form-data': { schema: { type: 'object' } } };
      },
      `${at}/requestBody/content/multipart~1form-data`,
      'createPayment takes multipart/form-data, and every program here reads and writes JSON only',
    ],
    'a download': [
      (d) => {
        d.components.responses = { Pdf: { content: { 'application/pdf': {} } } };
        create(d).responses['200'] = { $ref: '#/components/responses/Pdf' };
      },
      '#/components/responses/Pdf/content/application~1pdf',
      'a file by its URL in a field of it',
    ],
    'a list that is sent': [
      (d) => {
        d.components.schemas.Create.type = 'array';
      },
      `${at}/requestBody/content/application~1json/schema`,
      'createPayment takes a list, and every program here reads bodies as objects',
    ],
    'a list that is returned': [
      (d) => {
        create(d).responses['200'].content['application/json'].schema = { type: 'array', items: { type: 'string' } };
      },
      `${at}/responses/200/content/application~1json/schema`,
      'createPayment returns a list',
    ],
    'a choice of objects that is sent': [
      (d) => {
        const { Create } = d.components.schemas;
        d.components.schemas.Create = { oneOf: [Create, { type: 'object', properties: { note: { type: 'string' } } }] };
      },
      `${at}/requestBody/content/application~1json/schema`,
      'createPayment takes a body made by oneOf, and server, client and suite read the `properties` of one object',
    ],
    'an object that is put together': [
      (d) => {
        create(d).responses['200'].content['application/json'].schema = { allOf: [{ $ref: '#/components/schemas/Invoice' }] };
      },
      `${at}/responses/200/content/application~1json/schema`,
      'createPayment returns a body made by allOf',
    ],
    'a refusal that is no problem': [
      (d) => {
        create(d).responses['422'].content = { 'application/json': { schema: { type: 'object' } } };
      },
      `${at}/responses/422/content/application~1json`,
      'Every refusal is a problem',
    ],
  },
};
