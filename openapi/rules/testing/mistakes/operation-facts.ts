import { factContract } from '../base-contracts.ts';
import { type Document, missing, nestDeeply, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const invoice = (d: Document) => d.components.schemas.Invoice;
const invoiceAt = '#/components/schemas/Invoice';

const featureInherited: RuleTest = {
  base: factContract,
  passes: {
    'a requirement of another feature below one': put('#/paths/~1cancel/post/x-requirements/0/feature', 'callbacks'),
    'a schema of the feature that requires a property of it': (d) => {
      invoice(d)['x-feature'] = 'cancellation';
      invoice(d).required.push('cancelledAt');
    },
  },
  finds: {
    'a feature that is not declared': wrong(
      `${invoiceAt}/properties/cancelledAt/x-feature`,
      'cancelling',
      '"cancelling" is not a feature of x-features',
    ),
    'a core requirement below a feature': wrong(
      '#/paths/~1cancel/post/x-requirements/0/support',
      'core',
      "'cancel-answers' is core, but what it is on belongs to the feature cancellation, which not every deployment claims",
    ),
    'a property of a feature that is required': [
      (d) => invoice(d).required.push('cancelledAt'),
      `${invoiceAt}/required/3`,
      "'cancelledAt' belongs to the feature 'cancellation'",
    ],
  },
};

const cancel = (d: Document) => d.paths['/cancel'].post;
const cancelAt = '#/paths/~1cancel/post';
const invoiceIdAt = '#/components/schemas/Cancel/properties/invoiceId/x-identifies';

/** Returns a change that makes cancelPayment return pages, with the given facts in its `x-pages`. */
const listPages = (facts: object) => (d: Document) => {
  const operation = cancel(d);
  const text = { type: 'string' };
  operation.parameters = ['limit', 'after', 'state'].map((name) => ({ name, in: 'query', schema: text }));
  const entry = { type: 'object', properties: { id: text, status: text } };
  const properties = { invoices: { type: 'array', items: entry }, next: text };
  operation.responses['200'] = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  operation.responses['422'] = { description: 'Something is wrong.' };
  operation['x-pages'] = { items: 'invoices', next: 'next', cursor: 'after', limit: 'limit', ...facts };
};

const settled = { of: '#/components/schemas/Settings', field: 'reference', requirement: 'limited' };

const operationFacts: RuleTest = {
  base: factContract,
  passes: {
    'pages of what a parameter asks for': listPages({ filters: { state: { field: 'status', is: 'equal' } } }),
    'a list in the query': (d) =>
      d.paths['/create'].post.parameters.push({
        name: 'tags',
        in: 'query',
        schema: { type: 'array', items: { type: 'string' } },
      }),
  },
  finds: {
    'a body that is larger than the limit of bytes': [
      (d) => {
        const line = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 100 } } };
        d.components.schemas.Create.properties.lines = { type: 'array', minItems: 10, items: line };
        d.components.schemas.Create.required = ['lines'];
      },
      '#/paths/~1create/post/requestBody',
      'The smallest body of createPayment has 1131 bytes, but x-body-limit is 1024, so nobody could call it',
    ],
    'a body that many paths make larger than the limit': [
      nestDeeply,
      '#/paths/~1create/post/requestBody',
      'bytes, but x-body-limit is 1024, so nobody could call it',
    ],
    'a parameter without a response to a wrong one': [
      put(`${cancelAt}/parameters`, [{ name: 'limit', in: 'query', schema: { type: 'integer' } }]),
      `${cancelAt}/responses`,
      'cancelPayment has parameters, but documents no 422 for invalid values',
    ],
    'a parameter in a cookie': [
      (d) => d.paths['/create'].post.parameters.push({ name: 'tags', in: 'cookie', schema: { type: 'string' } }),
      '#/paths/~1create/post',
      'The parameter tags of createPayment has a form that no program here supports',
    ],
    'a parameter that is an object': [
      (d) => d.paths['/create'].post.parameters.push({ name: 'tags', in: 'query', schema: { type: 'object' } }),
      '#/paths/~1create/post',
      'The parameter tags of createPayment has a form that no program here supports',
    ],
    'pages by a parameter and fields that there are not': [
      listPages({ cursor: 'from' }),
      `${cancelAt}/x-pages/cursor`,
      'x-pages names from, which is not a parameter of cancelPayment',
    ],
    'a filter by a field that no entry has': [
      listPages({ filters: { state: { field: 'state', is: 'equal' } } }),
      `${cancelAt}/x-pages/filters/state/field`,
      'x-pages names state, which is not a field of an entry of invoices',
    ],
    'an order by a field that no entry has': [
      listPages({ sorts: [{ with: { state: 'age' }, by: 'age' }] }),
      `${cancelAt}/x-pages/sorts/0/by`,
      'x-pages names age, which is not a field of an entry of invoices',
    ],
    'an order that no parameter chooses': [
      listPages({ sorts: [{ with: { sort: 'status' }, by: 'status' }] }),
      `${cancelAt}/x-pages/sorts/0/with/sort`,
      'x-pages names sort, which is not a parameter of cancelPayment',
    ],
    'a field that needs a scope which is gone': [
      put(`${invoiceAt}/properties/status/x-scope`, { name: 'invoices:see', requirement: 'limited' }),
      '#/components/schemas/Invoice/properties/status/x-scope/name',
      "status needs the scope 'invoices:see', which is not in x-scopes",
    ],
    'a mask that is no regular expression': [
      put(`${invoiceAt}/properties/reference/x-scope`, {
        ...{ name: 'invoices:write', requirement: 'limited' },
        masked: { match: '(', by: '' },
      }),
      '#/components/schemas/Invoice/properties/reference/x-scope/masked/match',
      '"(" is not a regular expression',
    ],
    'a mask that hides nothing': [
      (d) => {
        const masked = { match: '^x', by: '' };
        Object.assign(invoice(d).properties.reference, {
          ...{ examples: ['ada'], 'x-scope': { name: 'invoices:write', requirement: 'limited', masked } },
        });
      },
      '#/components/schemas/Invoice/properties/reference/x-scope/masked/match',
      'The mask changes nothing in the example "ada"',
    ],
    'a number of objects until an operation that deletes none': [
      put(`${cancelAt}/x-most-at-once`, { objects: 3, until: 'cancelPayment', requirement: 'limited' }),
      `${cancelAt}/x-most-at-once/until`,
      'x-most-at-once of cancelPayment names cancelPayment, which is not a DELETE operation',
    ],
    'an operation without a scope': [
      (d) => {
        d.components.securitySchemes.bearer['x-scopes'] = { 'invoices:write': 'Create.' };
        cancel(d).security = [{ bearer: [] }];
      },
      `${cancelAt}/security`,
      'cancelPayment needs no scope, but must need at least one',
    ],
    'an operation without security': [
      (d) => {
        delete d.components.securitySchemes.bearer['x-scopes']['invoices:cancel'];
        cancel(d).security = [];
      },
      `${cancelAt}/security`,
      'cancelPayment needs no scope, but must need at least one',
    ],
    'more objects at once than a problem that is not documented refuses': [
      put(`${cancelAt}/x-most-at-once`, { objects: 3, states: [], problem: 'too_many', requirement: 'limited' }),
      `${cancelAt}/x-most-at-once/problem`,
      'x-most-at-once of cancelPayment names too_many, which is not a problem of a response of cancelPayment',
    ],
    'alternatives with different scopes': [
      (d) => cancel(d).security.push({ bearer: ['invoices:write'] }),
      `${cancelAt}/security`,
      'The alternatives in the security requirement of cancelPayment need different scopes',
    ],
    'a scope that is not declared': [
      remove('#/components/securitySchemes/bearer/x-scopes/invoices:cancel'),
      `${cancelAt}/security`,
      "cancelPayment needs the scope 'invoices:cancel', which is not in x-scopes",
    ],
    'a scope that nothing needs': wrong(
      '#/components/securitySchemes/bearer/x-scopes/invoices:read',
      'Read.',
      "No operation needs the scope 'invoices:read'",
    ),
    'no limit for an account': [
      (d) => cancel(d)['x-rate-limits'].shift(),
      `${cancelAt}/x-rate-limits`,
      'cancelPayment has no rate limits for an account',
    ],
    'no limits': missing(cancelAt, 'x-rate-limits', 'cancelPayment has no rate limits for an account'),
    'a limit with the name of another': wrong(
      `${cancelAt}/x-rate-limits/1/name`,
      'create',
      "Another limit is also named 'create'",
    ),
    'a limit that rests on no requirement': wrong(
      `${cancelAt}/x-rate-limits/0/requirement`,
      'unlimited',
      "No requirement has the id 'unlimited'",
    ),
    'a limit for each invoice where none is named': [
      remove(invoiceIdAt),
      `${cancelAt}/x-rate-limits/1/per`,
      "The limit 'cancel-invoice' is per invoice, but no field of cancelPayment identifies an invoice",
    ],
    'an identifier of nothing': wrong(
      invoiceIdAt,
      '#/components/schemas/Invoice/properties/number',
      'invoiceId identifies "#/components/schemas/Invoice/properties/number", which is not a property',
    ),
    'an identifier that may be left out': [
      put('#/components/schemas/Cancel/required', []),
      invoiceIdAt,
      'invoiceId of cancelPayment identifies an invoice, but is optional',
    ],
    'an identifier without a 404': missing(
      `${cancelAt}/responses`,
      '404',
      'cancelPayment takes an id in invoiceId, but documents no 404 for an unknown id',
    ),
  },
};

const propertyFacts: RuleTest = {
  base: factContract,
  passes: {
    'a secret that is shown once': put(`${invoiceAt}/properties/reference/x-once`, { requirement: 'limited' }),
    'a number that rises with each create': put(`${invoiceAt}/properties/amount/x-numbered`, { requirement: 'limited' }),
    'a number that counts payments': (d) => {
      invoice(d).properties.amount['x-counts'] = { from: 1, requirement: 'limited' };
      d.components.schemas.Status['x-lifecycle'].transitions[0].changes = ['amount'];
    },
    'a default in settings': (d) => {
      const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Settings' } } } };
      d.components.schemas.Settings = { properties: { reference: { type: 'string' } } };
      d.paths['/settings'] = { put: { operationId: 'set', requestBody: body, responses: { 200: body } } };
      d.components.schemas.Create.properties.reference['x-default'] = settled;
    },
  },
  finds: {
    'a requirement that is gone': [
      put(`${invoiceAt}/properties/reference/x-once`, { requirement: 'unlimited' }),
      `${invoiceAt}/properties/reference/x-once/requirement`,
      "No requirement has the id 'unlimited'",
    ],
    'a field that an operation sets which does not delete': [
      put(`${invoiceAt}/properties/reference/x-set-by`, { operation: 'createThing', requirement: 'limited' }),
      `${invoiceAt}/properties/reference/x-set-by/operation`,
      "No DELETE has the operationId 'createThing'",
    ],
    'a number that nothing changes': [
      put(`${invoiceAt}/properties/amount/x-counts`, { from: 1, requirement: 'limited' }),
      `${invoiceAt}/properties/amount/x-counts`,
      'amount counts events, but no transition changes it',
    ],
    'a default in settings that nobody can change': [
      put('#/components/schemas/Create/properties/reference/x-default', settled),
      '#/components/schemas/Create/properties/reference/x-default',
      'reference takes its default from reference of #/components/schemas/Settings, which no PUT takes and returns',
    ],
  },
};

export const operationFactMistakes: Readonly<Record<string, RuleTest>> = {
  'feature-inherited': featureInherited,
  'operation-facts': operationFacts,
  'property-facts': propertyFacts,
};
