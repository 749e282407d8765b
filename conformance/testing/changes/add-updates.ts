import type { ChangeContract } from './change-contract.ts';
import { invoiceInPath, must, stateOperation } from './state-operation.ts';

/** Adds a reference that an open invoice can be given, by a request that repeats the version of the invoice that was read. */
export const addUpdates: ChangeContract = (document) => {
  const { components, paths } = document;
  const { schemas, examples } = components;
  document['x-features'].updates = 'An open invoice can be given a reference.';
  const conflict = { status: 409, title: 'The invoice has another version' };
  document['x-problems'].version_conflict = { ...conflict, cause: 'It was changed meanwhile.', cure: 'Read it again.' };
  schemas.ProblemCode.enum.push('version_conflict');
  const { invoice_expired: known } = examples;
  examples.version_conflict = { summary: conflict.title, value: { ...known.value, ...conflict, code: 'version_conflict' } };
  const reference = {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 60,
    description: 'A name.',
    examples: ['order 7', null],
  };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  const version = { type: 'integer', minimum: 1, description: 'Counts the updates.', examples: [1] };
  schemas.PaymentInvoice.properties.version = {
    ...{ ...version, 'x-feature': 'updates' },
    'x-requirements': [must('invoice-version', '`version` is another one after each update.', { keywords: ['minimum'] })],
  };
  schemas.PaymentInvoice.properties.reference = {
    ...{ ...reference, 'x-feature': 'updates', 'x-echoes': { operation: 'updatePayment', property: 'reference' } },
    'x-requirements': [must('invoice-reference', '`reference` is what the last update was sent.', lengths)],
  };
  const of = '#/components/schemas/PaymentInvoice';
  const same = { is: 'equal', field: 'version', of, problem: 'version_conflict', requirement: 'update-version' };
  schemas.UpdatePaymentRequest = {
    ...{ type: 'object', description: 'What to change.', additionalProperties: false, required: ['version', 'reference'] },
    'x-requirements': [must('update-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] })],
    properties: {
      version: {
        ...{ ...version, 'x-relations': [same] },
        'x-requirements': [
          must('update-version', 'Another version is refused with `version_conflict`.', { keywords: ['minimum'] }),
        ],
      },
      reference: { ...reference, 'x-requirements': [must('update-reference', '`reference` is taken, and so is null.', lengths)] },
    },
  };
  const { events, transitions } = schemas.InvoiceStatus['x-lifecycle'];
  schemas.InvoiceStatus['x-requirements'].push(
    must('lifecycle-updated', 'Only an open invoice is updated.', { feature: 'updates' }),
  );
  events.updated = { cause: 'operation', operation: 'updatePayment', description: 'It is updated.', 'x-feature': 'updates' };
  const about = { event: 'updated', to: 'same', requirement: 'lifecycle-updated' };
  const finals = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' };
  transitions.push(
    { ...about, from: ['PENDING', 'UNDER_PAID'], status: 200, changes: ['reference', 'version'] },
    ...Object.entries(finals).map(([state, problem]) => ({ ...about, from: [state], problem })),
  );
  const { 200: _found, ...refusals } = paths['/api/v1/payments/fetch'].post.responses;
  const codes = [...Object.values(finals), 'version_conflict'];
  paths['/api/v1/payments/{invoiceId}'] = {
    patch: stateOperation('updates', {
      ...{ operationId: 'updatePayment', named: 'update', scope: 'invoices:write', parameters: [invoiceInPath] },
      ...{ takes: ['UpdatePaymentRequest', { version: 1, reference: 'order 7' }], shows: 'PaymentInvoice' },
      requirements: [must('update-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
      refusals: {
        ...refusals,
        409: {
          description: 'It cannot be changed.',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      },
    }),
  };
};
