import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { closedBody, must, ofBodies, refusalsOf, stateOperation } from './state-operation.ts';

/** Adds a list, an object and a choice of objects to the create request, and a GET with parameters in path and query. */
export const addLists: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].reading = 'Invoices are read by their path, and carry labels and a payer.';
  const add = (name: string, schema: object, keywords: string[]): void => {
    const about = { 'x-feature': 'reading', description: `The ${name}.` };
    schemas.CreatePaymentRequest.properties[name] = {
      ...{ ...about, ...schema },
      'x-requirements': [must(`create-${name}`, `\`${name}\` is as its schema says.`, { keywords })],
    };
    schemas.PaymentInvoice.properties[name] = {
      ...{ ...about, type: [(schema as { type: string }).type, 'null'] },
      'x-echoes': { operation: 'createPayment', property: name },
      'x-requirements': [must(`invoice-${name}`, `\`${name}\` is what create was sent.`)],
    };
  };
  const label = { type: 'string', minLength: 1, maxLength: 9 };
  add('labels', { type: 'array', minItems: 1, maxItems: 4, uniqueItems: true, items: label, examples: [['red', 'blue']] }, [
    ...['minItems', 'maxItems', 'uniqueItems', 'items'],
  ]);
  const properties = {
    email: { type: 'string', format: 'email', examples: ['a@example.com'] },
    age: { type: 'integer', exclusiveMinimum: 17, multipleOf: 2, examples: [18] },
  };
  const payer = { type: 'object', additionalProperties: false, required: ['email'], properties };
  add('payer', { ...payer, examples: [{ email: 'a@example.com', age: 18 }] }, ['properties', 'required', 'additionalProperties']);
  const kind = (name: string, number: string) => ({
    type: 'object',
    additionalProperties: false,
    required: ['kind', number],
    properties: { kind: { const: name }, [number]: { type: 'string', minLength: 4, maxLength: 9 } },
  });
  const payouts = [kind('bank', 'iban'), kind('card', 'digits')];
  add('payout', { type: 'object', oneOf: payouts, examples: [{ kind: 'bank', iban: 'DE89' }] }, ['oneOf']);
  const { responses } = document.paths['/api/v1/payments/fetch'].post;
  const invoiceId = { type: 'string', minLength: 1, maxLength: 255, examples: ['inv_1'] };
  document.paths['/api/v1/invoices/{invoice}'] = {
    get: {
      operationId: 'readInvoice',
      'x-feature': 'reading',
      tags: ['Payments'],
      'x-requirements': [
        must('read-answers-json', 'The answer to a successful read is JSON.', { about: 'media-type' }),
        must('read-answers-invoice', 'A read is answered with the invoice.', { about: 'success' }),
        must('read-is-get', 'Read is an HTTP GET.', { about: 'method' }),
        must('read-requires-token', 'Read is refused without a token.', { about: 'authentication' }),
        must('read-needs-scope', 'Read needs its scope.', { about: 'scope', feature: 'scopes' }),
        must('read-foreign-is-unknown', "Another account's invoice is unknown.", { about: 'ownership', feature: 'ownership' }),
        must('read-unknown-is-404', 'An unknown id is answered 404.', { about: 'unknown-id' }),
        must('read-rate-limit', 'An account reads 50 times a minute.', { level: 'SHOULD', feature: 'rate-limits' }),
      ],
      security: [{ bearerAuth: ['invoices:read'] }],
      'x-rate-limits': [{ name: 'read', per: 'account', requests: 50, seconds: 60, requirement: 'read-rate-limit' }],
      parameters: [
        {
          ...{ name: 'invoice', in: 'path', required: true, schema: invoiceId },
          'x-identifies': '#/components/schemas/PaymentInvoice/properties/id',
        },
        {
          ...{ name: 'show', in: 'query', required: false },
          schema: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
          'x-requirements': [must('read-show', '`show` is a list of at most two.')],
        },
        {
          ...{ name: 'depth', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 3, examples: [2] } },
          'x-requirements': [must('read-depth', '`depth` is from 1 to 3.')],
        },
      ],
      responses: { 200: responses['200'], ...refusalsOf(document, [...ofBodies, '500', '503']) },
    },
  };
};

/** Adds to the create request the ids of the invoices that the new one replaces, and adds a report on several invoices. */
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
  create.responses[404] = document.paths['/api/v1/payments/fetch'].post.responses[404];
  schemas.ReportRequest = closedBody('report', 'What is asked for.', {
    invoiceIds: {
      ...{ ...ids, minItems: 1, description: 'The invoices.' },
      'x-requirements': [
        must('report-ids', 'One to five ids, each once.', { keywords: ['uniqueItems', 'minItems', 'maxItems'] }),
      ],
    },
  });
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
      refusals: refusalsOf(document),
    }),
  };
};
