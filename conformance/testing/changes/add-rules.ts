import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { invoiceInPath, must, ofBodies, refusalsOf, stateOperation } from './state-operation.ts';

/** Adds a list of the articles that are bought. Each article may occur only once. */
export const addBasket: ChangeContract = (document) => {
  document['x-features'].baskets = 'Create says what is bought.';
  const sku = {
    ...{ type: 'string', minLength: 1, maxLength: 40, examples: ['C-1'] },
    'x-relations': [{ is: 'distinct', requirement: 'create-basket-once' }],
    'x-requirements': [must('create-basket-once', 'Each `sku` is in one entry only.')],
  };
  const items = {
    ...{ type: 'object', additionalProperties: false, required: ['sku', 'count'] },
    properties: { sku, count: { type: 'integer', minimum: 1, maximum: 99, examples: [1] } },
  };
  const basket = { type: 'array', minItems: 1, maxItems: 20, items, examples: [[{ sku: 'C-1', count: 1 }]] };
  addToBoth(document, 'baskets', 'basket', basket, [must('create-basket', 'One to twenty entries are taken.')]);
};

/** Adds a fee to the invoice: 2.9 percent of the amount, rounded to cents. */
export const addFee: ChangeContract = (document) => {
  document['x-features'].fees = 'An invoice says what its payment costs.';
  document.components.schemas.PaymentInvoice.properties.fee = {
    ...{ type: 'number', minimum: 0, description: 'The fee.', examples: [0.36], 'x-feature': 'fees' },
    'x-relations': [{ is: 'equal', field: 'amount', times: 0.029, rounded: 'half-up', decimals: 2, requirement: 'invoice-fee' }],
    'x-requirements': [must('invoice-fee', '`fee` is 2.9 percent of `amount`, rounded to cents, half a cent up.')],
  };
};

/** Adds an operation that summarizes the invoices of a period. The first day of the period must not be after the last. */
export const addSummary: ChangeContract = (document) => {
  document['x-features'].summaries = 'The invoices of some days are counted.';
  document.components.schemas.Summary = {
    ...{ type: 'object', description: 'A summary.', required: ['count'] },
    properties: {
      count: {
        ...{ type: 'integer', minimum: 0, description: 'How many they are.', examples: [3] },
        'x-requirements': [must('summary-count', '`count` is a number.')],
      },
    },
  };
  const day = (name: string, example: string, more: object[] = []): object => ({
    ...{ name, in: 'query', required: false, description: 'A day.' },
    schema: { type: 'string', format: 'date', examples: [example] },
    'x-requirements': [must(`summary-${name}`, `\`${name}\` is a day.`), ...more],
  });
  const order = { is: 'at-least', field: 'from', requirement: 'summary-order' };
  const to = day('to', '2026-11-30', [must('summary-order', '`to` is not before `from`.')]);
  document.paths['/api/v1/payments/summary'] = {
    get: stateOperation('summaries', {
      ...{ operationId: 'summarizePayments', named: 'summary', scope: 'invoices:read', shows: 'Summary' },
      parameters: [day('from', '2026-11-01'), { ...to, 'x-relations': [order] }],
      refusals: refusalsOf(document, [...ofBodies, '404']),
    }),
  };
};

/** Adds the payer's email address to invoices. A response contains it only if the request's token has a new scope. */
export const addPayerAddress: ChangeContract = (document) => {
  document['x-features'].payers = 'An invoice knows the address of its payer.';
  const { securitySchemes } = document.components;
  securitySchemes.bearerAuth['x-scopes']['payers:read'] = 'See who pays.';
  const email = { type: 'string', minLength: 3, maxLength: 80, examples: ['ada@example.org'] };
  addToBoth(document, 'payers', 'payerEmail', email, [must('create-payer', 'An address is taken.')]);
  const { payerEmail } = document.components.schemas.PaymentInvoice.properties;
  payerEmail['x-scope'] = { name: 'payers:read', requirement: 'invoice-payer-scope' };
  payerEmail['x-requirements'].push(must('invoice-payer-scope', 'Without the scope `payers:read` it is null.'));
};

/** Adds a GET of an invoice. Its response contains no invoice if `If-None-Match` contains the invoice's current ETag. */
export const addConditionalRead: ChangeContract = (document) => {
  document['x-features'].reads = 'An invoice is read by GET, again only if it has changed.';
  const etag = { type: 'string', pattern: '^(W/)?"[!#-~]+"$', examples: ['"1"'] };
  const read = stateOperation('reads', {
    ...{ operationId: 'readPayment', named: 'read', scope: 'invoices:read', shows: 'PaymentInvoice' },
    parameters: [
      invoiceInPath,
      {
        ...{ name: 'If-None-Match', in: 'header', required: false, description: 'The ETag that was read.' },
        schema: { type: 'string', minLength: 1, maxLength: 200, examples: ['"none"'] },
        'x-requirements': [must('read-not-modified', 'With the ETag of the invoice as it is, a read has the status 304.')],
      },
    ],
    requirements: [
      must('read-foreign', 'Another account finds no invoice.', { about: 'ownership' }),
      must('read-unknown', 'An unknown id is refused.', { about: 'unknown-id' }),
    ],
    refusals: refusalsOf(document, ofBodies),
  });
  document.components.headers.ETag = {
    ...{ description: 'Names this state of the invoice.', required: true, schema: etag, 'x-feature': 'reads' },
    'x-requirements': [must('read-etag', '`ETag` is another one after each change, and the same until then.')],
  };
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  read.responses[200].headers = headers;
  read.responses[304] = { description: 'It has not changed.', headers };
  document.paths['/api/v1/payments/{invoiceId}'] = { get: read };
};
