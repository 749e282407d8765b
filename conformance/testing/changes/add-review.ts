import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { addEvent, closedBody, invoiceInPath, must, refusalsOf, stateOperation } from './state-operation.ts';

/** Adds an intermediate state that ends after a time: a fully paid invoice is in review before it becomes PAID. */
export const addReview: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { InvoiceStatus, InvoiceEvent, PaymentInvoice } = schemas;
  document['x-features'].review = 'A paid invoice is reviewed for a while.';
  const entry = (id: string, text: string) => must(id, text, { support: 'extended', feature: 'review', source: 'D-03' });
  InvoiceStatus.enum.push('IN_REVIEW');
  InvoiceEvent.properties.type.enum.push('invoice.in_review');
  const last = InvoiceStatus['x-requirements'].findIndex(({ source }: { source: string }) => source === 'D-22');
  InvoiceStatus['x-requirements'].splice(
    last,
    0,
    entry('lifecycle-in-review', 'A full payment makes an invoice IN_REVIEW.'),
    entry('lifecycle-review-ends', 'An invoice IN_REVIEW becomes PAID at `reviewedAt`.'),
  );
  const lifecycle = InvoiceStatus['x-lifecycle'];
  const rule = { requirement: 'lifecycle-in-review' };
  for (const transition of lifecycle.transitions)
    if (transition.event === 'receipt-reaches-amount' && transition.to === 'PAID')
      Object.assign(transition, {
        ...{ to: 'IN_REVIEW', callback: 'invoice.in_review', ...rule },
        changes: ['receiptId', 'paidAmount', 'reviewedAt'],
      });
  for (const [event, { operation }] of Object.entries<{ operation?: string }>(lifecycle.events)) {
    const told = event === 'fetched' || event === 'receipt-repeated' ? { status: 200 } : { problem: 'invoice_already_paid' };
    lifecycle.transitions.push({ event, from: ['IN_REVIEW'], to: 'same', ...(operation && told), ...rule });
  }
  lifecycle.events['review-due'] = { cause: 'clock', at: 'reviewedAt', description: 'The time is reviewedAt or later.' };
  const others = InvoiceStatus.enum.filter((state: string) => state !== 'IN_REVIEW');
  lifecycle.transitions.push(
    {
      ...{ event: 'review-due', from: ['IN_REVIEW'], to: 'PAID', callback: 'invoice.paid' },
      requirement: 'lifecycle-review-ends',
    },
    { event: 'review-due', from: others, impossible: 'Only an invoice IN_REVIEW waits for that time.' },
  );
  const [listed] = PaymentInvoice.properties.status['x-requirements'];
  listed.text = listed.text.replace(' PAID,', ' PAID, IN_REVIEW,');
  PaymentInvoice.properties.reviewedAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When the review ends.', examples: [null] },
    'x-feature': 'review',
    'x-relations': [{ is: 'set', when: { status: ['IN_REVIEW'] }, requirement: 'invoice-reviewed-at' }],
    'x-requirements': [entry('invoice-reviewed-at', '`reviewedAt` is the time at which the review ends.')],
  };
};

/** Adds a field with the time at which the invoice was paid. */
export const addPaidAt: ChangeContract = ({ components: { schemas }, ...document }) => {
  document['x-features']['paid-times'] = 'An invoice says when it was paid.';
  const { enum: states, 'x-lifecycle': lifecycle } = schemas.InvoiceStatus;
  for (const transition of lifecycle.transitions) if (transition.to === 'PAID') transition.changes.push('paidAt');
  const others = states.filter((state: string) => state !== 'PAID');
  const about = (id: string, text: string): object => must(id, text, { support: 'extended', feature: 'paid-times' });
  schemas.PaymentInvoice.properties.paidAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When it was paid.', examples: [null] },
    ...{ 'x-feature': 'paid-times', 'x-lasting': 'once-set' },
    'x-relations': [
      { is: 'set', when: { status: ['PAID'] }, requirement: 'invoice-paid-at-set' },
      { is: 'unset', when: { status: others }, requirement: 'invoice-paid-at-set' },
      { is: 'at-least', field: 'createdAt', requirement: 'invoice-paid-at-order' },
      { is: 'past', requirement: 'invoice-paid-at-order' },
    ],
    'x-requirements': [
      about('invoice-paid-at-lasting', '`paidAt` never changes once it is set.'),
      about('invoice-paid-at-set', '`paidAt` is set while the invoice is PAID, and null before.'),
      about('invoice-paid-at-order', '`paidAt` is not before `createdAt`, and not in the future.'),
    ],
  };
};

/** Adds a reminder: a callback that is sent some seconds after the create if the invoice is still open, and changes nothing. */
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

/** Adds an operation that extends the time until an open invoice expires. */
export const addExtension: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].extension = 'The expiry of an open invoice can be put off.';
  const { expiresAt } = schemas.PaymentInvoice.properties;
  delete expiresAt['x-lasting'];
  schemas.ExtendRequest = closedBody('extend', 'Until when.', {
    until: {
      ...{ type: 'string', format: 'date-time', pattern: expiresAt.pattern, description: 'The new expiry.' },
      examples: ['2026-11-21T10:45:00.000Z'],
      'x-relations': [
        { ...{ is: 'above', field: 'expiresAt', of: '#/components/schemas/PaymentInvoice' }, requirement: 'extend-later' },
      ],
      'x-requirements': [must('extend-later', 'A time before the expiry is refused.', { keywords: ['pattern'] })],
    },
  });
  const effect = { changes: ['expiresAt'] };
  addEvent(document, 'extension', { event: 'extended', operation: 'updateExpiry', done: 'extended', effect });
  document.paths['/api/v1/payments/{invoiceId}/expiry'] = {
    put: stateOperation('extension', {
      ...{ operationId: 'updateExpiry', named: 'extend', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['ExtendRequest', { until: '2026-11-21T10:45:00.000Z' }], shows: 'PaymentInvoice' },
      requirements: [must('extend-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: { ...refusalsOf(document), 409: document.paths['/api/v1/payments/submit'].post.responses['409'] },
    }),
  };
};
