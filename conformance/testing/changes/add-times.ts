import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { invoiceInPath, must, stateOperation } from './state-operation.ts';

/** Adds a reminder: a callback some seconds after the create of an invoice that is still open. It changes nothing. */
export const addReminder: ChangeContract = (document) => {
  const { InvoiceEvent, InvoiceStatus, PaymentInvoice } = document.components.schemas;
  document['x-features'].reminders = 'A callback reminds of an open invoice.';
  const seconds = { type: 'integer', minimum: 60, maximum: 1500, examples: [600] };
  addToBoth(document, 'reminders', 'remindAfter', seconds, [must('create-remind-after', 'A minute to 25 minutes.')]);
  PaymentInvoice.properties.remindAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When it is.', examples: [null], 'x-feature': 'reminders' },
    'x-relations': [{ is: 'equal', field: 'createdAt', plus: 'remindAfter', requirement: 'invoice-remind-at' }],
    'x-requirements': [must('invoice-remind-at', '`remindAt` is `remindAfter` seconds after `createdAt`.')],
  };
  const about = { support: 'extended', feature: 'reminders' };
  InvoiceStatus['x-requirements'].push(
    must('lifecycle-reminded', 'An open invoice sends a reminder at `remindAt`.', about),
    must('lifecycle-not-reminded', 'A final invoice sends none.', about),
  );
  const { events, transitions } = InvoiceStatus['x-lifecycle'];
  const due = { cause: 'clock', at: 'remindAt', description: 'The time is remindAt or later.' };
  events['reminder-due'] = { ...due, 'x-feature': 'reminders' };
  const reminder = { event: 'reminder-due', to: 'same' };
  transitions.push(
    { ...reminder, from: ['PENDING', 'UNDER_PAID'], callback: 'invoice.reminder', requirement: 'lifecycle-reminded' },
    { ...reminder, from: ['PAID', 'FAILED', 'EXPIRED'], requirement: 'lifecycle-not-reminded' },
  );
  InvoiceEvent.properties.type.enum.push('invoice.reminder');
};

/** Adds an operation that postpones the expiry of an open invoice. */
export const addExtension: ChangeContract = ({ components: { schemas }, paths, ...document }) => {
  document['x-features'].extension = 'The expiry of an open invoice can be put off.';
  const { expiresAt } = schemas.PaymentInvoice.properties;
  delete expiresAt['x-lasting'];
  schemas.ExtendRequest = {
    ...{ type: 'object', description: 'Until when.', additionalProperties: false, required: ['until'] },
    'x-requirements': [must('extend-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] })],
    properties: {
      until: {
        ...{ type: 'string', format: 'date-time', pattern: expiresAt.pattern, description: 'The new expiry.' },
        examples: ['2026-11-21T10:45:00.000Z'],
        'x-relations': [
          {
            ...{ is: 'above', field: 'expiresAt', of: '#/components/schemas/PaymentInvoice' },
            requirement: 'extend-later',
          },
        ],
        'x-requirements': [must('extend-later', 'A time before the expiry is refused.', { keywords: ['pattern'] })],
      },
    },
  };
  const { events, transitions } = schemas.InvoiceStatus['x-lifecycle'];
  schemas.InvoiceStatus['x-requirements'].push(
    must('lifecycle-extended', 'Only an open invoice is extended.', { feature: 'extension' }),
  );
  events.extended = { cause: 'operation', operation: 'updateExpiry', description: 'It is extended.', 'x-feature': 'extension' };
  const about = { event: 'extended', to: 'same', requirement: 'lifecycle-extended' };
  const finals = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' };
  transitions.push(
    { ...about, from: ['PENDING', 'UNDER_PAID'], status: 200, changes: ['expiresAt'] },
    ...Object.entries(finals).map(([state, problem]) => ({ ...about, from: [state], problem })),
  );
  const { 200: _found, ...refusals } = paths['/api/v1/payments/fetch'].post.responses;
  paths['/api/v1/payments/{invoiceId}/expiry'] = {
    put: stateOperation('extension', {
      ...{ operationId: 'updateExpiry', named: 'extend', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['ExtendRequest', { until: '2026-11-21T10:45:00.000Z' }], shows: 'PaymentInvoice' },
      requirements: [must('extend-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: { ...refusals, 409: paths['/api/v1/payments/submit'].post.responses['409'] },
    }),
  };
};
