import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const properties = (d: Document) => d.components.schemas.Invoice.properties;

export const oneWaySchemas: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {
      '/create': {
        post: { operationId: 'createPayment', requestBody: { $ref: '#/components/requestBodies/Create' } },
        get: { operationId: 'listPayments' },
      },
    },
    components: {
      requestBodies: { Create: { required: true, content: {} } },
      schemas: { Invoice: { type: 'object', properties: { id: { type: 'string' } } } },
    },
  },
  passes: {
    'a property with the name of the keyword': (d) => {
      properties(d).readOnly = { type: 'boolean' };
    },
    'the keyword that says nothing': (d) => {
      properties(d).id.readOnly = false;
    },
  },
  finds: {
    'a field that is only read': wrong(
      '#/components/schemas/Invoice/properties/id/readOnly',
      true,
      'id is readOnly, which no program here reads. Take `readOnly` out, and the field out of the schemas of requests.',
    ),
    'a field that is only written': wrong('#/components/schemas/Invoice/properties/id/writeOnly', true, 'id is writeOnly'),
    'a body that may be left out': wrong(
      '#/components/requestBodies/Create/required',
      false,
      'createPayment takes a body that may be left out',
    ),
    'a body that nothing is said of': missing(
      '#/components/requestBodies/Create',
      'required',
      'createPayment takes a body that may be left out',
    ),
  },
};
