import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: a change to a contract may edit any part of it.
type Node = any;

const entry = (id: string, text: string, more = {}): Node => must(id, text, { support: 'extended', feature: 'refunds', ...more });

/** Returns the requirements that the suite expects of every operation. */
const topicsOf = (word: string, method: string, hasBody: boolean): Node[] => [
  entry(`${word}-answers-json`, `The response to a successful ${word} is JSON.`, { about: 'media-type' }),
  ...(hasBody
    ? [
        entry(`${word}-refuses-wrong-types`, `A ${word} body of other types is refused.`, {
          about: 'wrong-types',
          level: 'SHOULD',
        }),
        entry(`${word}-refuses-malformed-json`, `A ${word} body that is no JSON is refused.`, { about: 'malformed-body' }),
        entry(`${word}-validation-is-422`, `A ${word} body against the schema is refused with 422.`, { about: 'validation' }),
      ]
    : []),
  entry(`${word}-succeeds`, `A valid ${word} succeeds.`, { about: 'success' }),
  entry(`${word}-is-${method}`, `A ${word} is a ${method}.`, { about: 'method' }),
  entry(`${word}-requires-token`, `A ${word} is refused without a token.`, { about: 'authentication' }),
  entry(`${word}-needs-scope`, `A ${word} needs its scope.`, { about: 'scope', feature: 'scopes' }),
  entry(`${word}-rate-limit`, `An account does 50 of ${word} a minute.`, { level: 'SHOULD', feature: 'rate-limits' }),
];

const ofAnother = (word: string): Node[] => [
  entry(`${word}-foreign-is-unknown`, 'What is of another account is unknown.', { about: 'ownership', feature: 'ownership' }),
  entry(`${word}-unknown-is-404`, 'An unknown one is refused with 404.', { about: 'unknown-id' }),
];

/**
 * Adds four operations, each unlike those of the contract: one creates an object other than an invoice, with an idempotency key;
 * one reads that object by its id; one finds an invoice by a field other than its id; and one requires a body that is not empty,
 * although no field is required.
 */
export const addRefunds: ChangeContract = (document: Node) => {
  const { paths, components } = document;
  const { schemas, responses, examples } = components;
  const { responses: refusals } = paths['/api/v1/payments/fetch'].post;
  document['x-features'].refunds = 'Payments are refunded, found by their notes, and searched.';
  document['x-problems'].refund_not_found = {
    status: 404,
    title: 'No such refund',
    cause: 'There is none.',
    cure: 'Look at the id.',
  };
  schemas.ProblemCode.enum.push('refund_not_found');
  const { value } = examples.invoice_not_found;
  const unknown = { summary: 'None', value: { ...value, title: 'No such refund', code: 'refund_not_found' } };
  const json = (schema: Node): Node => ({ content: { 'application/json': { schema } } });
  const add = (id: string, word: string, method: string, path: string, rest: Node, ...more: Node[]): void => {
    paths[path] = {
      [method.toLowerCase()]: {
        ...{ operationId: id, 'x-feature': 'refunds', tags: ['Payments'], security: [{ bearerAuth: ['invoices:read'] }] },
        'x-requirements': [...topicsOf(word, method, 'requestBody' in rest), ...more],
        'x-rate-limits': [{ name: word, per: 'account', requests: 50, seconds: 60, requirement: `${word}-rate-limit` }],
        ...rest,
        responses: { 401: refusals['401'], 403: refusals['403'], 404: refusals['404'], 429: refusals['429'], ...rest.responses },
      },
    };
  };
  const onBoth = (name: string, schema: Node, shown: Node, more: Node): void => {
    const feature = { 'x-feature': 'refunds', description: `The ${name}.` };
    schemas.CreatePaymentRequest.properties[name] = {
      ...{ ...schema, ...feature },
      'x-requirements': [entry(`create-${name}`, 'Others are refused.', more)],
    };
    schemas.PaymentInvoice.properties[name] = {
      ...{ ...shown, ...feature, 'x-echoes': { operation: 'createPayment', property: name } },
      'x-requirements': [entry(`invoice-${name}`, `\`${name}\` is what create was sent, or null.`)],
    };
  };
  const texts = { additionalProperties: { type: 'string', maxLength: 50 }, examples: [{ order: '1042' }] };
  onBoth(
    'metadata',
    { type: 'object', ...texts },
    { type: ['object', 'null'], ...texts },
    { keywords: ['additionalProperties'] },
  );
  const count = { minimum: 1, examples: [2] };
  onBoth('seats', { type: 'integer', ...count }, { type: ['integer', 'null'], ...count }, { keywords: ['minimum'] });
  const invoiceId = { ...schemas.FetchPaymentRequest.properties.invoiceId };
  invoiceId['x-requirements'] = [
    // Puts the requirement about the length first, because requirements are sorted by source.
    entry('refund-invoice-id-length', 'An id is 1 to 255 characters.', {
      feature: 'limits',
      source: 'D-04',
      keywords: ['minLength', 'maxLength'],
    }),
    entry('refund-requires-invoice-id', 'A refund without `invoiceId` is refused.'),
  ];
  schemas.Refund = {
    ...{ type: 'object', required: ['id', 'invoiceId', 'amount'], examples: [{ id: 'ref_1', invoiceId: 'inv_1', amount: 5 }] },
    properties: {
      id: { type: 'string', minLength: 1, 'x-requirements': [entry('refund-id', '`id` names it.', { keywords: ['minLength'] })] },
      invoiceId: {
        ...{ type: 'string', 'x-echoes': { operation: 'refundPayment', property: 'invoiceId' } },
        'x-requirements': [entry('refund-of-invoice', '`invoiceId` is what refund was sent.')],
      },
      amount: {
        ...{ type: 'number', 'x-echoes': { operation: 'refundPayment', property: 'amount' } },
        'x-requirements': [entry('refund-amount', '`amount` is what refund was sent.')],
      },
      sentAt: {
        type: 'string',
        format: 'date-time',
        'x-requirements': [entry('refund-sent-at', '`sentAt` is there when it was sent.')],
      },
    },
  };
  schemas.RefundRequest = {
    ...{ type: 'object', additionalProperties: false, required: ['invoiceId', 'amount', 'reason'] },
    'x-requirements': [entry('refund-refuses-unknown', 'Other fields are refused.', { keywords: ['additionalProperties'] })],
    properties: {
      invoiceId,
      amount: {
        ...{ type: 'number', minimum: 0.01, maximum: 999999.99, examples: [5] },
        'x-requirements': [entry('refund-bounds', 'Other amounts are refused.', { keywords: ['minimum', 'maximum'] })],
      },
      reason: {
        ...{ type: ['string', 'null'], maxLength: 20, examples: ['Returned'] },
        'x-requirements': [entry('refund-reason', 'A `reason` is stated, or null.', { keywords: ['maxLength'] })],
      },
    },
  };
  const { 200: created, ...ofCreate } = paths['/api/v1/payments/create'].post.responses;
  const replayed = components.responses.CreatedInvoice.headers['Idempotent-Replayed'];
  add(
    ...(['refundPayment', 'refund', 'POST', '/api/v1/refunds'] as const),
    {
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: { required: true, ...json({ $ref: '#/components/schemas/RefundRequest' }) },
      responses: {
        ...ofCreate,
        201: { headers: { 'Idempotent-Replayed': replayed }, ...json({ $ref: '#/components/schemas/Refund' }) },
      },
    },
    ...ofAnother('refund'),
  );
  const read = (name: string, schema: Node, target: string): Node[] => [
    { name, in: 'path', required: true, schema, 'x-identifies': `#/components/schemas/${target}` },
  ];
  responses.RefundNotFound = {
    ...responses.InvoiceNotFound,
    content: { 'application/problem+json': { examples: { none: unknown } } },
  };
  delete responses.RefundNotFound['x-requirements'];
  add(
    ...(['fetchRefund', 'track', 'GET', '/api/v1/refunds/{refundId}'] as const),
    {
      parameters: read('refundId', { type: 'string', minLength: 1, examples: ['ref_1'] }, 'Refund/properties/id'),
      responses: {
        200: json({ $ref: '#/components/schemas/Refund' }),
        404: { $ref: '#/components/responses/RefundNotFound' },
        422: refusals['422'],
      },
    },
    ...ofAnother('track'),
  );
  const { pattern } = schemas.PaymentInvoice.properties.note;
  const note = read('note', { type: 'string', pattern, examples: ['7QK2M-X9D4T'] }, 'PaymentInvoice/properties/note');
  note[0]['x-requirements'] = [entry('find-note-form', 'Notes of another form are refused.', { keywords: ['pattern'] })];
  add(
    ...(['findPayment', 'find', 'GET', '/api/v1/notes/{note}'] as const),
    { parameters: note, responses: { 200: refusals['200'], 422: refusals['422'] } },
    ...ofAnother('find'),
  );
  const status = { $ref: '#/components/schemas/InvoiceStatus' };
  schemas.SearchRequest = {
    ...{ type: 'object', additionalProperties: false, minProperties: 1 },
    'x-requirements': [
      entry('search-refuses-unknown', 'Other fields are refused.', { keywords: ['additionalProperties'] }),
      entry('search-not-empty', 'A search for nothing is refused.', { keywords: ['minProperties'] }),
      entry('search-refuses-null', 'Null is refused.', { about: 'null-property' }),
    ],
    properties: {
      statuses: {
        ...{ type: 'array', maxItems: 5, uniqueItems: true, items: status, examples: [['PAID']] },
        'x-requirements': [entry('search-statuses', 'Others are refused.', { keywords: ['maxItems', 'uniqueItems', 'items'] })],
      },
    },
  };
  add('searchPayments', 'search', 'POST', '/api/v1/payments/search', {
    requestBody: { required: true, ...json({ $ref: '#/components/schemas/SearchRequest' }) },
    responses: {
      ...{ 400: refusals['400'], 413: refusals['413'], 415: refusals['415'], 422: refusals['422'] },
      200: json({
        type: 'object',
        properties: { total: { type: 'integer', examples: [1], 'x-requirements': [entry('search-total', 'How many.')] } },
      }),
    },
  });
};
