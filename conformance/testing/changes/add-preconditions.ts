import type { ChangeContract } from './change-contract.ts';
import {
  addEvent,
  addProblem,
  closedBody,
  finals,
  invoiceInPath,
  must,
  refusal,
  refusalsOf,
  stateOperation,
} from './state-operation.ts';

/** Adds a title that can be set on open invoices. The request's `If-Match` must contain the ETag that the client has read. */
export const addPreconditions: ChangeContract = (document) => {
  const { components, paths } = document;
  const { schemas } = components;
  document['x-features'].titles = 'An open invoice can be given a title.';
  const failed = { status: 412, title: 'The invoice was changed meanwhile' };
  addProblem(document, 'precondition_failed', failed, 'It was changed meanwhile.', 'Read it again.');
  const title = { type: ['string', 'null'], minLength: 1, maxLength: 60, description: 'A title.', examples: ['order 7', null] };
  const lengths = { keywords: ['minLength', 'maxLength'] };
  schemas.PaymentInvoice.properties.title = {
    ...{ ...title, 'x-feature': 'titles', 'x-echoes': { operation: 'updateTitle', property: 'title' } },
    'x-requirements': [must('invoice-title', '`title` is what the last update was sent.', lengths)],
  };
  schemas.UpdateTitleRequest = closedBody('title', 'What to change.', {
    title: { ...title, 'x-requirements': [must('title-title', '`title` is taken, and so is null.', lengths)] },
  });
  components.headers.ETag = {
    ...{ description: 'Names this state of the invoice.', required: true, 'x-feature': 'titles' },
    schema: { type: 'string', pattern: '^"[!#-~]+"$', examples: ['"1"'] },
    'x-requirements': [must('invoice-etag', '`ETag` is another one after each change, and the same until then.')],
  };
  const ETag = { $ref: '#/components/headers/ETag' };
  components.responses.FetchedInvoice.headers.ETag = ETag;
  const effect = { changes: ['title'] };
  addEvent(document, 'titles', { event: 'titled', operation: 'updateTitle', done: 'updated', effect });
  const ifMatch = {
    ...{ name: 'If-Match', in: 'header', required: true, description: 'The ETag that was read.' },
    schema: components.headers.ETag.schema,
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
      ...refusalsOf(document),
      409: refusal('It is final.', Object.values(finals)),
      412: refusal('It was changed meanwhile.', ['precondition_failed']),
    },
  });
  patch.responses[200].headers = { ETag };
  paths['/api/v1/payments/{invoiceId}'] = { patch };
};
