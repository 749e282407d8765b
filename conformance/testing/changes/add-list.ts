import type { ChangeContract } from './change-contract.ts';
import { must, ofBodies, refusalsOf, stateOperation } from './state-operation.ts';

const query = { in: 'query', required: false };

/** Adds an operation that lists the account's invoices in pages, newest first. */
const addList: ChangeContract = (document) => {
  const { components, paths } = document;
  document['x-features'].listing = 'The invoices of an account are listed.';
  const status = { $ref: '#/components/schemas/InvoiceStatus' };
  components.schemas.InvoiceList = {
    type: 'object',
    description: 'A page of invoices.',
    required: ['invoices', 'nextCursor'],
    properties: {
      invoices: {
        type: 'array',
        description: 'The invoices, the newest first.',
        items: {
          type: 'object',
          required: ['id', 'amount', 'status'],
          properties: { id: { type: 'string' }, amount: { type: 'number' }, status },
        },
        examples: [[]],
        'x-requirements': [must('list-invoices', '`invoices` are those of the account.')],
      },
      nextCursor: {
        ...{ type: ['string', 'null'], description: 'Where the next page begins; null in the last.', examples: [null] },
        'x-requirements': [must('list-next', '`nextCursor` is null in the last page.')],
      },
    },
  };
  const get = stateOperation('listing', {
    ...{ operationId: 'listPayments', named: 'list', scope: 'invoices:read', shows: 'InvoiceList' },
    requirements: [must('list-pages', 'Every invoice of the account is in one page, and nothing else.', { about: 'pages' })],
    parameters: [
      {
        ...{ ...query, name: 'limit', description: 'The most invoices of a page.' },
        schema: { type: 'integer', minimum: 1, maximum: 100, examples: [20] },
        'x-requirements': [must('list-limit', '`limit` is from 1 to 100.')],
      },
      {
        ...{ ...query, name: 'after', description: 'The cursor of a page.' },
        schema: { type: 'string', minLength: 1, maxLength: 200, examples: ['c'] },
        'x-requirements': [must('list-after', '`after` is a `nextCursor`.')],
      },
    ],
    refusals: refusalsOf(document, [...ofBodies, '404']),
  });
  const pages = { items: 'invoices', next: 'nextCursor', cursor: 'after', limit: 'limit' };
  paths['/api/v1/payments'] = { get: { ...get, 'x-pages': pages } };
};

/** Adds an operation that lists invoices in pages, filtered by a status and by the period in which they were created. */
export const filterList: ChangeContract = (document) => {
  addList(document);
  const { components, paths } = document;
  const { get } = paths['/api/v1/payments'];
  const { items } = components.schemas.InvoiceList.properties.invoices;
  items.required.push('createdAt');
  items.properties.createdAt = { type: 'string', format: 'date-time' };
  get['x-pages'].filters = {
    status: { field: 'status', is: 'equal' },
    createdFrom: { field: 'createdAt', is: 'at-least' },
    createdBefore: { field: 'createdAt', is: 'below' },
  };
  const filter = { ...query, description: 'Which invoices are listed.' };
  const time = { type: 'string', format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] };
  get.parameters.push(
    {
      ...{ ...filter, name: 'status', schema: { $ref: '#/components/schemas/InvoiceStatus' } },
      'x-requirements': [must('list-of-status', 'With `status` only invoices of that status are listed.')],
    },
    {
      ...{ ...filter, name: 'createdFrom', schema: time },
      'x-requirements': [must('list-created-from', 'With `createdFrom` only invoices made then or later are listed.')],
    },
    {
      ...{ ...filter, name: 'createdBefore', schema: time },
      'x-requirements': [must('list-created-before', 'With `createdBefore` only invoices made before it are listed.')],
    },
  );
};

/** Adds a list of invoices that can be sorted by their time or their amount, in either direction. */
export const sortList: ChangeContract = (document) => {
  filterList(document);
  const { get } = document.paths['/api/v1/payments'];
  get['x-pages'].sorts = ['createdAt', 'amount'].flatMap((by) => [
    { with: { sort: by }, by },
    { with: { sort: `-${by}` }, by, descending: true },
  ]);
  const schema = { type: 'string', enum: ['createdAt', '-createdAt', 'amount', '-amount'] };
  get.parameters.push({
    ...{ in: 'query', required: false, description: 'The order of the list.', name: 'sort', schema },
    'x-requirements': [
      must('list-sort', 'With `sort` the list is in the order of this field, the largest first if a hyphen stands before it.'),
    ],
  });
};

const ids = {
  ...{ type: 'array', uniqueItems: true, minItems: 1, maxItems: 5, items: { type: 'string', minLength: 1, maxLength: 255 } },
  examples: [['inv_01kaj8z0m3v7q2w9x5t4r6y8hc']],
};
/** Adds an operation that lists the invoices with any of several ids or statuses. */
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

/** Adds an operation whose query contains the ids of several invoices, all of which must exist. */
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
      refusals: refusalsOf(document, ofBodies),
    }),
  };
};
