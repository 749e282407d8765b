import { addTrace } from './add-limits.ts';
import { addPayerAddress } from './add-rules.ts';
import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must } from './state-operation.ts';

/** Adds a request header that every response repeats, refusals included. */
export const addTraceOfRefusals: ChangeContract = (document) => {
  addTrace(document);
  const { components, paths } = document;
  const { 'X-Trace': shown } = components.responses.CreatedInvoice.headers;
  const requirement = must('trace-of-refusal', '`X-Trace` of a refusal is what the request sent, if that is a trace.');
  components.headers.Trace = shown;
  components.headers.TraceOfRefusal = { ...shown, 'x-requirements': [requirement] };
  components.parameters.Trace = paths['/api/v1/payments/create'].post.parameters.pop();
  for (const { post } of Object.values<{ post: { parameters?: object[]; responses: Record<string, { $ref: string }> } }>(paths)) {
    post.parameters = [...(post.parameters ?? []), { $ref: '#/components/parameters/Trace' }];
    for (const [status, { $ref: reference }] of Object.entries(post.responses)) {
      const header = status.startsWith('2') ? 'Trace' : 'TraceOfRefusal';
      const response = components.responses[reference.split('/').at(-1) ?? ''];
      response.headers['X-Trace'] = { $ref: `#/components/headers/${header}` };
    }
  }
};

/** Adds the payer's address to invoices. Without the scope `payers:read`, only its first letter and its domain are shown. */
export const addMaskedAddress: ChangeContract = (document) => {
  addPayerAddress(document);
  const { CreatePaymentRequest, PaymentInvoice } = document.components.schemas;
  const form = { maxLength: 80, pattern: '^[^@]+@[^@]+$' };
  Object.assign(CreatePaymentRequest.properties.payerEmail, form);
  const { payerEmail } = PaymentInvoice.properties;
  Object.assign(payerEmail, form);
  payerEmail['x-scope'].masked = { match: '^(.)[^@]*@', by: '$1***@' };
  payerEmail['x-requirements'][1].text =
    'Without the scope `payers:read` it is its first character, three asterisks, and the part from the `@` on.';
};

/** Adds a number that counts the changes of an invoice. */
export const addRevision: ChangeContract = ({ components: { schemas }, ...document }) => {
  document['x-features'].revisions = 'An invoice counts its changes.';
  for (const transition of schemas.InvoiceStatus['x-lifecycle'].transitions)
    if (transition.callback !== undefined) transition.changes = [...(transition.changes ?? []), 'revision'];
  schemas.PaymentInvoice.properties.revision = {
    ...{ type: 'integer', minimum: 1, description: 'Counts the changes.', examples: [1], 'x-feature': 'revisions' },
    'x-counts': { from: 1, requirement: 'invoice-revision' },
    'x-requirements': [must('invoice-revision', '`revision` is 1 after create, and one more after each change of the invoice.')],
  };
};

/** Renames a field of the create request. For a time, both names are accepted, and invoices show both. */
export const renameReturnUrl: ChangeContract = (document) => {
  const { CreatePaymentRequest, PaymentInvoice } = document.components.schemas;
  document['x-features'].renaming = '`returnUrl` has a new name, `redirectUrl`.';
  const { returnUrl } = CreatePaymentRequest.properties;
  const { 'x-requirements': _own, 'x-url': urls, ...schema } = returnUrl;
  Object.assign(returnUrl, { deprecated: true });
  addToBoth(document, 'renaming', 'redirectUrl', { ...schema, type: 'string' }, [
    must('create-redirect-url', 'An https URL is taken; the sandbox takes http too.'),
    must('create-redirect-same', 'A `redirectUrl` that differs from the `returnUrl` beside it is refused.'),
  ]);
  const { redirectUrl } = CreatePaymentRequest.properties;
  Object.assign(redirectUrl, { type: ['string', 'null'], 'x-url': urls });
  redirectUrl['x-relations'] = [{ is: 'equal', field: 'returnUrl', requirement: 'create-redirect-same' }];
  const shown = PaymentInvoice.properties.redirectUrl;
  shown['x-echoes'].or = 'returnUrl';
  PaymentInvoice.properties.returnUrl['x-echoes'].or = 'redirectUrl';
  shown['x-requirements'] = [must('invoice-redirecturl', '`redirectUrl` is what create was sent by either name.')];
};

/** Adds the time at which an invoice became PAID. An invoice in any other state does not have the field. */
export const addCompletedAt: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { PaymentInvoice } = schemas;
  document['x-features'].completion = 'A paid invoice says when it was paid.';
  PaymentInvoice.properties.completedAt = {
    ...{ type: 'string', format: 'date-time', description: 'When it was paid.', examples: ['2026-01-01T12:00:00.000Z'] },
    'x-feature': 'completion',
    'x-relations': [{ is: 'past', requirement: 'invoice-completed-at' }],
    'x-requirements': [must('invoice-completed-at', '`completedAt` is the time at which the invoice became PAID.')],
  };
  PaymentInvoice['x-requirements'].push({
    ...{ id: 'invoice-completed-when-paid', level: 'MUST', support: 'extended', feature: 'completion', source: 'D-12' },
    ...{ text: '`completedAt` is present in PAID, and in no other state.', keywords: ['if', 'then', 'else'] },
  });
  Object.assign(
    PaymentInvoice,
    JSON.parse(
      '{"if":{"properties":{"status":{"const":"PAID"}}},"then":{"required":["completedAt"]},"else":{"properties":{"completedAt":false}}}',
    ),
  );
};
