import type { Document } from './test-rules.ts';

const problem = (code: string, status: number, title: string) => ({ value: { code, status, title } });
const schema = { $ref: '#/components/schemas/Problem' };

/** A small document with a catalogue of four problems: two with the same status, one shared by two operations, one unrouted. */
export const problemContract: Document = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
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
    '/fetch': {
      post: { operationId: 'fetchPayment', responses: { '404': { $ref: '#/components/responses/NotFound' } } },
    },
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
};
