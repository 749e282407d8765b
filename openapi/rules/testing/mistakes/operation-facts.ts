import { factContract as base } from '../fact-contract.ts';
import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const cancel = (d: Document) => d.paths['/cancel'].post;
const at = '#/paths/~1cancel/post';
const invoiceId = (d: Document) => d.components.schemas.Cancel.properties.invoiceId;
const invoiceIdAt = '#/components/schemas/Cancel/properties/invoiceId/x-identifies';

/** Turns the operation into one that lists invoices in pages. */
function listPages(d: Document): Document {
  const operation = cancel(d);
  const text = { type: 'string' };
  operation.parameters = ['limit', 'after', 'state'].map((name) => ({ name, in: 'query', schema: text }));
  const entry = { type: 'object', properties: { id: text, status: text } };
  const properties = { invoices: { type: 'array', items: entry }, next: text };
  operation.responses['200'] = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  operation.responses['422'] = { description: 'Something is wrong.' };
  operation['x-pages'] = { items: 'invoices', next: 'next', cursor: 'after', limit: 'limit' };
  return operation;
}

export const operationFacts: RuleTest = {
  base,
  passes: {
    'pages of what a parameter asks for': (d) => {
      listPages(d)['x-pages'].filters = { state: { field: 'status', is: 'equal' } };
    },
    'a list in the query': (d) => {
      d.paths['/create'].post.parameters.push({
        name: 'tags',
        in: 'query',
        schema: { type: 'array', items: { type: 'string' } },
      });
    },
  },
  finds: {
    'a parameter without a response to a wrong one': [
      (d) => {
        cancel(d).parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
      },
      `${at}/responses`,
      'cancelPayment takes parameters and documents no 422',
    ],
    'a parameter in a cookie': [
      (d) => {
        d.paths['/create'].post.parameters.push({ name: 'tags', in: 'cookie', schema: { type: 'string' } });
      },
      '#/paths/~1create/post',
      'The parameter tags of createPayment has a form that no program here reads',
    ],
    'a parameter that is an object': [
      (d) => {
        d.paths['/create'].post.parameters.push({ name: 'tags', in: 'query', schema: { type: 'object' } });
      },
      '#/paths/~1create/post',
      'The parameter tags of createPayment has a form that no program here reads',
    ],
    'pages by a parameter and fields that there are not': [
      (d) => {
        listPages(d)['x-pages'] = { items: 'invoices', next: 'next', cursor: 'from', limit: 'limit' };
      },
      `${at}/x-pages/cursor`,
      'x-pages names from, which is no parameter of cancelPayment. Known are limit, after, state',
    ],
    'a filter by a field that no entry has': [
      (d) => {
        listPages(d)['x-pages'].filters = { state: { field: 'state', is: 'equal' } };
      },
      `${at}/x-pages/filters/state/field`,
      'x-pages names state, which is no field of an entry of invoices. Known are id, status',
    ],
    'an operation without a scope': [
      (d) => {
        d.components.securitySchemes.bearer['x-scopes'] = { 'invoices:write': 'Create.' };
        cancel(d).security = [{ bearer: [] }];
      },
      `${at}/security`,
      'cancelPayment asks for no scope',
    ],
    'an operation without security': [
      (d) => {
        delete d.components.securitySchemes.bearer['x-scopes']['invoices:cancel'];
        cancel(d).security = [];
      },
      `${at}/security`,
      'cancelPayment asks for no scope',
    ],
    'two scopes': [
      (d) => {
        cancel(d).security[0].bearer.push('invoices:write');
      },
      `${at}/security`,
      'cancelPayment asks for 2 scopes',
    ],
    'a scope that is not declared': [
      (d) => {
        delete d.components.securitySchemes.bearer['x-scopes']['invoices:cancel'];
      },
      `${at}/security`,
      "asks for the scope 'invoices:cancel', which x-scopes does not have",
    ],
    'a scope that nothing needs': wrong(
      '#/components/securitySchemes/bearer/x-scopes/invoices:read',
      'Read.',
      "No operation needs the scope 'invoices:read'",
    ),
    'no limit for an account': [
      (d) => {
        cancel(d)['x-rate-limits'].shift();
      },
      `${at}/x-rate-limits`,
      'cancelPayment has no rate limits for an account',
    ],
    'no limits': missing(at, 'x-rate-limits', 'cancelPayment has no rate limits for an account'),
    'a limit with the name of another': wrong(`${at}/x-rate-limits/1/name`, 'create', "Another limit is named 'create'"),
    'a limit that rests on no requirement': wrong(
      `${at}/x-rate-limits/0/requirement`,
      'unlimited',
      "No requirement has the id 'unlimited'",
    ),
    'a limit for each invoice where none is named': [
      (d) => {
        delete invoiceId(d)['x-identifies'];
      },
      `${at}/x-rate-limits/1/per`,
      'no field of cancelPayment names one',
    ],
    'an identifier of nothing': wrong(
      invoiceIdAt,
      '#/components/schemas/Invoice/properties/number',
      'invoiceId identifies "#/components/schemas/Invoice/properties/number", which is no property',
    ),
    'an identifier that may be left out': [
      (d) => {
        d.components.schemas.Cancel.required = [];
      },
      invoiceIdAt,
      'invoiceId of cancelPayment identifies an invoice and may be left out',
    ],
    'an identifier without a 404': missing(
      `${at}/responses`,
      '404',
      'cancelPayment takes an id in invoiceId and documents no 404',
    ),
  },
};
