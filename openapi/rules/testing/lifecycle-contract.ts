import type { Document } from './test-rules.ts';

/**
 * A small document whose invoices are OPEN, then PAID or LATE. Its transitions change the status, change a property, refuse, and
 * follow a clock.
 */
export const lifecycleContract: Document = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
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
};
