import { addPreconditions } from './add-preconditions.ts';
import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import {
  addEvent,
  addProblem,
  finals,
  invoiceInPath,
  must,
  ofBodies,
  refusal,
  refusalsOf,
  stateOperation,
} from './state-operation.ts';

type Document = Parameters<ChangeContract>[0];

const addConflict = (document: Document, code: string): void =>
  addProblem(document, code, { status: 409, title: `It is ${code}` }, `It is ${code}.`, 'Change it.');
/** Adds a problem with status 409, and an example of it to the 409 response of createPayment. */
function refuseWith(document: Document, code: string): void {
  addConflict(document, code);
  document.components.responses.CreateInProgress.content['application/problem+json'].examples[code] = {
    $ref: `#/components/examples/${code}`,
  };
}

/** Adds the id of a merchant's order. No two invoices of an account may have the same order id. */
export const addOrderId: ChangeContract = (document) => {
  document['x-features'].orders = 'An invoice names the order of the merchant.';
  const text = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9-]+$', examples: ['Order-1042'] };
  addToBoth(document, 'orders', 'orderId', text, [
    must('create-order', 'Letters, digits and hyphens are taken.'),
    must('create-order-once', 'An `orderId` that another invoice of the account has is refused with `order_taken`.'),
  ]);
  document.components.schemas.CreatePaymentRequest.properties.orderId['x-relations'] = [
    {
      ...{ is: 'unique', field: 'orderId', of: '#/components/schemas/PaymentInvoice' },
      ...{ problem: 'order_taken', requirement: 'create-order-once' },
    },
  ];
  refuseWith(document, 'order_taken');
};

/** Limits the number of open invoices that an account may have at once. */
export const addOpenMost: ChangeContract = (document) => {
  document['x-features']['open-limit'] = 'An account has a few open invoices.';
  document.paths['/api/v1/payments/create'].post['x-requirements'].push(
    must('create-open-most', 'An account with 20 open invoices creates no further one.', { feature: 'open-limit' }),
  );
  document.paths['/api/v1/payments/create'].post['x-most-at-once'] = {
    ...{ objects: 20, states: ['PENDING', 'UNDER_PAID'] },
    ...{ problem: 'too_many_open', requirement: 'create-open-most' },
  };
  refuseWith(document, 'too_many_open');
};

/** Adds a fee with a fixed part, rounded to the decimals of the invoice's currency. */
export const addFixedFee: ChangeContract = (document) => {
  document['x-features'].fees = 'An invoice says what its payment costs.';
  const currency = { type: 'string', enum: ['USD', 'JPY'], default: 'USD' };
  addToBoth(document, 'fees', 'currency', currency, [must('create-fee-currency', 'Dollars and yen are taken.')]);
  document.components.schemas.PaymentInvoice.properties.currency.type = 'string';
  document.components.schemas.PaymentInvoice.properties.fee = {
    ...{ type: 'number', minimum: 0, description: 'The fee.', examples: [0.66], 'x-feature': 'fees' },
    'x-relations': [
      {
        ...{ is: 'equal', field: 'amount', times: 0.029, added: { USD: 0.3, JPY: 30 }, unit: 'currency' },
        ...{ rounded: 'half-up', decimals: { USD: 2, JPY: 0 }, requirement: 'invoice-fee' },
      },
    ],
    'x-requirements': [must('invoice-fee', '`fee` is 0.30 and 2.9 percent of `amount`, rounded to cents or whole yen, half up.')],
  };
};

/** Adds an update with If-Match in which `*` stands for any ETag. */
export const addAnyMatch: ChangeContract = (document) => {
  addPreconditions(document);
  const [, parameter] = document.paths['/api/v1/payments/{invoiceId}'].patch.parameters;
  parameter.schema = { ...parameter.schema, pattern: '^(\\*|"[!#-~]+")$' };
  parameter['x-relations'][0].unless = ['*'];
};

/** Adds an operation that needs two scopes. */
export const addTwoScopes: ChangeContract = (document) => {
  document['x-features'].exports = 'An invoice is exported.';
  const get = stateOperation('exports', {
    ...{ operationId: 'exportPayment', named: 'export', scope: 'invoices:read', shows: 'PaymentInvoice' },
    parameters: [invoiceInPath],
    requirements: [must('export-foreign', 'Another account finds no invoice.', { about: 'ownership' })],
    refusals: refusalsOf(document, ofBodies),
  });
  get.security = [{ bearerAuth: ['invoices:read', 'receipts:write'] }];
  document.paths['/api/v1/payments/{invoiceId}/export'] = { get };
};

/** Adds an operation that withdraws an open invoice, within ten minutes of its creation. */
export const addWithdrawal: ChangeContract = (document) => {
  document['x-features'].withdrawal = 'A new invoice can be withdrawn.';
  addConflict(document, 'withdrawal_too_late');
  addEvent(document, 'withdrawal', {
    ...{ event: 'withdrawn', operation: 'withdrawPayment', done: 'withdrawn' },
    effect: { to: 'EXPIRED', callback: 'invoice.expired' },
    until: { field: 'createdAt', seconds: 600, problem: 'withdrawal_too_late', requirement: 'withdraw-in-time' },
  });
  document.paths['/api/v1/payments/{invoiceId}'] = {
    delete: stateOperation('withdrawal', {
      ...{ operationId: 'withdrawPayment', named: 'withdraw', scope: 'invoices:write', shows: 'PaymentInvoice' },
      parameters: [invoiceInPath],
      requirements: [
        must('withdraw-foreign', 'Another account finds no invoice.', { about: 'ownership' }),
        must('withdraw-in-time', 'From ten minutes after `createdAt` on it is refused with `withdrawal_too_late`.'),
      ],
      refusals: {
        ...refusalsOf(document, ofBodies),
        409: refusal('It is final, or it is too late.', [...Object.values(finals), 'withdrawal_too_late']),
      },
    }),
  };
};

/** Adds a request header that the response repeats. */
export const addTrace: ChangeContract = (document) => {
  document['x-features'].traces = 'A create is traced.';
  const schema = { type: 'string', minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9-]+$', examples: ['trace-1'] };
  document.paths['/api/v1/payments/create'].post.parameters.push({
    ...{ name: 'X-Trace', in: 'header', required: false, description: 'A trace.', schema, 'x-feature': 'traces' },
    'x-requirements': [must('create-trace', 'A trace is taken.')],
  });
  document.components.responses.CreatedInvoice.headers['X-Trace'] = {
    ...{ description: 'The trace.', required: true, schema, 'x-feature': 'traces' },
    'x-echoes': { operation: 'createPayment', property: 'X-Trace' },
    'x-requirements': [must('trace-is-sent-back', '`X-Trace` is what the request sent.')],
  };
};
