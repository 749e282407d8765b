import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must, stateOperation } from './state-operation.ts';

/** Lets create name the invoices that a new one replaces, and adds an operation that reports on several invoices. */
export const addIdLists: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].reports = 'A report on several invoices, and invoices that replace others.';
  const id = { type: 'string', minLength: 1, maxLength: 255 };
  const ids = {
    ...{ type: 'array', uniqueItems: true, maxItems: 5, items: id, examples: [['inv_01kaj8z0m3v7q2w9x5t4r6y8hc']] },
    'x-identifies': '#/components/schemas/PaymentInvoice/properties/id',
  };
  addToBoth(document, 'reports', 'replaces', ids, [must('create-replaces', 'Up to five invoices, each once.')]);
  delete schemas.PaymentInvoice.properties.replaces['x-identifies'];
  const about = (named: string): object[] => [
    must(`${named}-foreign`, "Another account's invoice is unknown.", { about: 'ownership', feature: 'reports' }),
    must(`${named}-known`, 'Each id is one of an invoice.', { about: 'unknown-id', feature: 'reports' }),
  ];
  const create = document.paths['/api/v1/payments/create'].post;
  create['x-requirements'].push(...about('create-replaced'));
  const {
    200: _found,
    400: malformed,
    413: large,
    415: type,
    ...others
  } = document.paths['/api/v1/payments/fetch'].post.responses;
  create.responses[404] = others[404];
  schemas.ReportRequest = {
    ...{ type: 'object', description: 'What is asked for.', additionalProperties: false, required: ['invoiceIds'] },
    'x-requirements': [must('report-no-other', 'No other field is taken.', { keywords: ['additionalProperties'] })],
    properties: {
      invoiceIds: {
        ...{ ...ids, minItems: 1, description: 'The invoices.' },
        'x-requirements': [
          must('report-ids', 'One to five ids, each once.', { keywords: ['uniqueItems', 'minItems', 'maxItems'] }),
        ],
      },
    },
  };
  schemas.Report = {
    ...{ type: 'object', description: 'A report.', required: ['count'] },
    properties: {
      count: {
        ...{ type: 'integer', minimum: 1, description: 'How many.', examples: [1] },
        'x-requirements': [must('report-count', '`count` is a number.')],
      },
    },
  };
  document.paths['/api/v1/payments/report'] = {
    post: stateOperation('reports', {
      ...{ operationId: 'reportPayments', named: 'report', scope: 'invoices:read', shows: 'Report' },
      ...{ takes: ['ReportRequest', { invoiceIds: ['inv_01kaj8z0m3v7q2w9x5t4r6y8hc'] }], requirements: about('report') },
      refusals: { ...others, 400: malformed, 413: large, 415: type },
    }),
  };
};
