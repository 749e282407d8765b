import type { Document } from './test-rules.ts';

/**
 * A small document with every kind of fact: two operations with a scope each, an echo, an identifier, limits, a callback and its
 * events.
 */
export const factContract: Document = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0', description: 'Operations are POST.' },
  'x-body-limit': 1024,
  'x-features': { callbacks: 'Calls to the shop.', cancellation: 'Invoices can be cancelled.' },
  'x-requirements': [{ id: 'limited' }],
  paths: {
    '/create': {
      post: {
        operationId: 'createPayment',
        security: [{ bearer: ['invoices:write'] }],
        'x-rate-limits': [{ name: 'create', per: 'account', requests: 60, seconds: 60, requirement: 'limited' }],
        parameters: [{ name: 'Key', in: 'header', 'x-kept-seconds': 86400, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Create' } } } },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } },
          '422': { description: 'Something is wrong.' },
        },
        callbacks: {
          changed: {
            '{$request.body#/callbackUrl}': {
              post: {
                'x-feature': 'callbacks',
                'x-delivery': { delays: [5, 300], jitter: 0.1, timeout: 15, longestRetryAfter: 60, secretOverlap: 60 },
                requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } } },
              },
            },
          },
        },
      },
    },
    '/cancel': {
      post: {
        operationId: 'cancelPayment',
        'x-feature': 'cancellation',
        security: [{ bearer: ['invoices:cancel'] }],
        'x-rate-limits': [
          { name: 'cancel', per: 'account', requests: 60, seconds: 60, requirement: 'limited' },
          { name: 'cancel-invoice', per: 'invoice', requests: 6, seconds: 60, requirement: 'limited' },
        ],
        'x-requirements': [{ id: 'cancel-answers' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cancel' } } } },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } },
          '404': { description: 'No such invoice.' },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        'x-scopes': { 'invoices:write': 'Create.', 'invoices:cancel': 'Cancel.' },
        'x-rate-limits': [{ name: 'authentication', per: 'address', failures: 20, seconds: 60, requirement: 'limited' }],
      },
    },
    schemas: {
      Create: {
        required: ['amount'],
        properties: {
          amount: { type: 'number' },
          reference: { type: 'string' },
          callbackUrl: {
            type: 'string',
            'x-url': { schemes: ['https'], ports: [443], sandbox: { schemes: ['http'], ports: 'any' } },
          },
        },
      },
      Cancel: {
        required: ['invoiceId'],
        properties: { invoiceId: { type: 'string', 'x-identifies': '#/components/schemas/Invoice/properties/id' } },
      },
      Invoice: {
        required: ['id', 'amount', 'reference'],
        properties: {
          id: { type: 'string' },
          amount: { type: 'number', 'x-echoes': { operation: 'createPayment', property: 'amount' } },
          reference: {
            type: ['string', 'null'],
            'x-echoes': { operation: 'createPayment', property: 'reference', ignoring: ['case'] },
          },
          cancelledAt: { type: 'string', 'x-feature': 'cancellation', 'x-lifetime': { default: 60, longest: 600 } },
          status: { $ref: '#/components/schemas/Status' },
        },
      },
      Status: {
        enum: ['OPEN', 'PAID'],
        'x-paid-before-creation': 300,
        'x-lifecycle': {
          initial: 'OPEN',
          terminal: ['PAID'],
          transitions: [{ event: 'paid', from: ['OPEN'], to: 'PAID', callback: 'invoice.paid' }],
        },
      },
      Event: { properties: { type: { type: 'string', 'x-open-enum': true, enum: ['invoice.paid'] } } },
    },
  },
};
