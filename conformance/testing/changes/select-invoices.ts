import { addList } from './add-list.ts';
import type { ChangeContract } from './change-contract.ts';
import { must, stateOperation } from './state-operation.ts';

const ids = {
  ...{ type: 'array', uniqueItems: true, minItems: 1, maxItems: 5, items: { type: 'string', minLength: 1, maxLength: 255 } },
  examples: [['inv_01kaj8z0m3v7q2w9x5t4r6y8hc']],
};
const query = { in: 'query', required: false };

/** Adds a list of the invoices that have one of several ids, or one of several statuses. */
export const selectInvoices: ChangeContract = (document) => {
  addList(document);
  const { get } = document.paths['/api/v1/payments'];
  get['x-pages'].filters = { ids: { field: 'id', is: 'equal' }, status: { field: 'status', is: 'equal' } };
  const statuses = { type: 'array', uniqueItems: true, minItems: 1, items: { $ref: '#/components/schemas/InvoiceStatus' } };
  get.parameters.push(
    {
      ...{ ...query, name: 'ids', description: 'Ids of invoices.', schema: ids },
      'x-requirements': [must('list-of-ids', 'With `ids` only those of these invoices are listed that are of the account.')],
    },
    {
      ...{ ...query, name: 'status', explode: false, description: 'Statuses.', schema: statuses },
      'x-requirements': [must('list-of-statuses', 'With `status` only invoices of these statuses are listed.')],
    },
  );
};

/** Adds an operation whose query names several invoices, each of which must be known. */
export const totalInvoices: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].totals = 'The total of several invoices.';
  schemas.Total = {
    ...{ type: 'object', description: 'A total.', required: ['amount'] },
    properties: {
      amount: {
        ...{ type: 'number', minimum: 0.01, description: 'The sum.', examples: [12.5] },
        'x-requirements': [must('total-amount', '`amount` is a number.')],
      },
    },
  };
  const { 200: _found, 400: _bad, 413: _large, 415: _type, ...others } = document.paths['/api/v1/payments/fetch'].post.responses;
  document.paths['/api/v1/payments/total'] = {
    get: stateOperation('totals', {
      ...{ operationId: 'totalPayments', named: 'total', scope: 'invoices:read', shows: 'Total' },
      parameters: [
        {
          ...{ ...query, name: 'ids', required: true, description: 'Ids of invoices.', schema: ids },
          'x-identifies': '#/components/schemas/PaymentInvoice/properties/id',
          'x-requirements': [must('total-ids', 'One to five ids, each once.')],
        },
      ],
      requirements: [
        must('total-foreign', "Another account's invoice is unknown.", { about: 'ownership', feature: 'totals' }),
        must('total-known', 'Each id is one of an invoice.', { about: 'unknown-id', feature: 'totals' }),
      ],
      refusals: others,
    }),
  };
};
