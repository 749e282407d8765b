import { baseOf, type Document } from './make-mistake.ts';

/** A small document with every kind of fact: scopes, echoes, identifiers, limits, a callback and its events. */
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

/** A small document whose invoices are first OPEN, then PAID or LATE. Its events change the status, a property, or nothing. */
export const lifecycleContract: Document = baseOf({
  'x-requirements': [{ id: 'paid-is-final' }],
  paths: {
    '/submit': {
      post: {
        operationId: 'submitReceipt',
        responses: {
          '200': { description: 'Done.' },
          '409': { content: { 'application/problem+json': { examples: { invoice_closed: { value: {} } } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Invoice: { properties: { paidAmount: {}, status: { $ref: '#/components/schemas/Status' } } },
      Status: {
        enum: ['OPEN', 'PAID', 'LATE'],
        'x-lifecycle': {
          initial: 'OPEN',
          terminal: ['PAID', 'LATE'],
          events: {
            'part-paid': { description: 'A part is paid.', cause: 'operation', operation: 'submitReceipt' },
            'fully-paid': { description: 'All is paid.', cause: 'operation', operation: 'submitReceipt' },
            'expiry-due': { description: 'It is late.', cause: 'clock' },
          },
          transitions: [
            { event: 'part-paid', from: ['OPEN'], to: 'same', status: 200, changes: ['paidAmount'], callback: 'invoice.open' },
            { event: 'part-paid', from: ['PAID', 'LATE'], to: 'same', problem: 'invoice_closed', requirement: 'paid-is-final' },
            { event: 'fully-paid', from: ['OPEN'], to: 'PAID', status: 200, callback: 'invoice.paid' },
            { event: 'fully-paid', from: ['PAID', 'LATE'], to: 'same', problem: 'invoice_closed' },
            { event: 'expiry-due', from: ['OPEN'], to: 'LATE', callback: 'invoice.late' },
            { event: 'expiry-due', from: ['LATE'], to: 'LATE' },
            { event: 'expiry-due', from: ['PAID'], impossible: 'A paid invoice has no expiry.' },
          ],
        },
      },
    },
  },
  'x-problems': { invoice_closed: { status: 409 }, invoice_odd: { status: 409 } },
});

const problem = (code: string, status: number, title: string) => ({ value: { code, status, title } });
const schema = { $ref: '#/components/schemas/Problem' };

/** A small document with four problems: two with the same status, one that two operations return, and one for unknown paths. */
export const problemContract: Document = baseOf({
  paths: {
    '/submit': {
      post: {
        operationId: 'submitReceipt',
        responses: {
          '200': { description: 'Done.', content: { 'application/json': { schema: {} } } },
          '404': { $ref: '#/components/responses/NotFound' },
          '409': {
            description: 'Conflict.',
            content: {
              'application/problem+json': {
                schema,
                examples: {
                  invoice_failed: { $ref: '#/components/examples/invoice_failed' },
                  invoice_expired: { $ref: '#/components/examples/invoice_expired' },
                },
              },
            },
          },
        },
        callbacks: { changed: { '{$request.body#/url}': { post: { responses: { '4XX': { description: 'Not received.' } } } } } },
      },
    },
    '/fetch': { post: { operationId: 'fetchPayment', responses: { '404': { $ref: '#/components/responses/NotFound' } } } },
  },
  components: {
    schemas: {
      Problem: { type: 'object' },
      ProblemCode: { enum: ['not_found', 'invoice_not_found', 'invoice_failed', 'invoice_expired'] },
    },
    responses: {
      NotFound: {
        description: 'No such invoice.',
        content: {
          'application/problem+json': {
            schema,
            examples: { invoice_not_found: { $ref: '#/components/examples/invoice_not_found' } },
          },
        },
      },
    },
    examples: {
      invoice_not_found: problem('invoice_not_found', 404, 'No such invoice'),
      invoice_failed: problem('invoice_failed', 409, 'The payment failed'),
      invoice_expired: problem('invoice_expired', 409, 'The invoice expired'),
    },
  },
  'x-unrouted-answers': {
    '404': {
      description: 'No such path.',
      content: { 'application/problem+json': { schema, examples: { not_found: problem('not_found', 404, 'No such path') } } },
    },
  },
  'x-problems': {
    not_found: { status: 404, title: 'No such path', cause: 'The path.', cure: 'Another.' },
    invoice_not_found: { status: 404, title: 'No such invoice', cause: 'The id.', cure: 'Another.' },
    invoice_failed: { status: 409, title: 'The payment failed', cause: 'It failed.', cure: 'A new one.' },
    invoice_expired: { status: 409, title: 'The invoice expired', cause: 'It is late.', cure: 'A new one.' },
  },
});
