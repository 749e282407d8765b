import type { ChangeContract } from './change-contract.ts';
import { invoiceInPath, must, stateOperation } from './state-operation.ts';

/** Adds a title that can be set on open invoices. The request must contain the ETag that the client has read, in `If-Match`. */
export const addPreconditions: ChangeContract = (document) => {
  const { components, paths } = document;
  const { schemas, examples } = components;
  document['x-features'].titles = 'An open invoice can be given a title.';
  const failed = { status: 412, title: 'The invoice was changed meanwhile' };
  document['x-problems'].precondition_failed = { ...failed, cause: 'It was changed meanwhile.', cure: 'Read it again.' };
  schemas.ProblemCode.enum.push('precondition_failed');
  examples.precondition_failed = {
    summary: failed.title,
    value: { ...examples.invoice_expired.value, ...failed, code: 'precondition_failed' },
  };
  const title = { type: ['string', 'null'], minLength: 1, maxLength: 60, description: 'A title.', examples: ['order 7', null] };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  schemas.PaymentInvoice.properties.title = {
    ...{ ...title, 'x-feature': 'titles', 'x-echoes': { operation: 'updateTitle', property: 'title' } },
    'x-requirements': [must('invoice-title', '`title` is what the last update was sent.', lengths)],
  };
  schemas.UpdateTitleRequest = {
    ...{ type: 'object', description: 'What to change.', additionalProperties: false, required: ['title'] },
    'x-requirements': [must('title-unknown', 'A field that is not known is refused.', { keywords: ['additionalProperties'] })],
    properties: { title: { ...title, 'x-requirements': [must('title-title', '`title` is taken, and so is null.', lengths)] } },
  };
  components.headers.ETag = {
    ...{ description: 'Names this state of the invoice.', required: true, 'x-feature': 'titles' },
    schema: { type: 'string', pattern: '^"[!#-~]+"$', examples: ['"1"'] },
    'x-requirements': [must('invoice-etag', '`ETag` is another one after each change, and the same until then.')],
  };
  const ETag = { $ref: '#/components/headers/ETag' };
  components.responses.FetchedInvoice.headers.ETag = ETag;
  const { events, transitions } = schemas.InvoiceStatus['x-lifecycle'];
  schemas.InvoiceStatus['x-requirements'].push(
    must('lifecycle-titled', 'Only an open invoice is updated.', { feature: 'titles' }),
  );
  events.titled = { cause: 'operation', operation: 'updateTitle', description: 'It is updated.', 'x-feature': 'titles' };
  const about = { event: 'titled', to: 'same', requirement: 'lifecycle-titled' };
  const finals = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' };
  transitions.push(
    { ...about, from: ['PENDING', 'UNDER_PAID'], status: 200, changes: ['title'] },
    ...Object.entries(finals).map(([state, problem]) => ({ ...about, from: [state], problem })),
  );
  const refusal = (description: string, codes: string[]) => ({
    description,
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  });
  const { 200: _found, ...refusals } = paths['/api/v1/payments/fetch'].post.responses;
  const ifMatch = {
    ...{
      name: 'If-Match',
      in: 'header',
      required: true,
      description: 'The ETag that was read.',
      schema: components.headers.ETag.schema,
    },
    'x-relations': [
      {
        ...{ is: 'equal', field: 'ETag', of: '#/components/schemas/PaymentInvoice' },
        ...{ problem: 'precondition_failed', requirement: 'title-if-match' },
      },
    ],
    'x-requirements': [must('title-if-match', 'Another ETag is refused with `precondition_failed`.')],
  };
  const patch = stateOperation('titles', {
    ...{ operationId: 'updateTitle', named: 'title', scope: 'invoices:write', parameters: [invoiceInPath, ifMatch] },
    ...{ takes: ['UpdateTitleRequest', { title: 'order 7' }], shows: 'PaymentInvoice' },
    requirements: [must('title-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
    refusals: {
      ...refusals,
      409: refusal('It is final.', Object.values(finals)),
      412: refusal('It was changed meanwhile.', ['precondition_failed']),
    },
    // biome-ignore lint/suspicious/noExplicitAny: a part of a document.
  }) as any;
  patch.responses[200].headers = { ETag };
  paths['/api/v1/payments/{invoiceId}'] = { patch };
};
