import { factContract } from '../fact-contract.ts';
import { makeChoice, missing, put, wrong } from '../make-mistake.ts';
import { problemContract } from '../problem-contract.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const operationIdShapeBase = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
  paths: {
    '/create': {
      post: {
        operationId: 'createPayment',
        callbacks: { changed: { '{$request.body#/url}': { post: { operationId: 'receiveInvoiceEvent' } } } },
      },
    },
    '/fetch': { post: { operationId: 'fetchPayment' } },
  },
};
const create = (document: Document) => document.paths['/create'].post;

export const operationIdShape: RuleTest = {
  options: { verbs: ['create', 'fetch', 'receive'] },
  base: operationIdShapeBase,
  finds: {
    'a name in snake_case': wrong(
      '#/paths/~1create/post/operationId',
      'create_payment',
      "'create_payment' is no verb and noun in camelCase",
    ),
    'a verb without a noun': wrong('#/paths/~1create/post/operationId', 'create', "'create' is no verb and noun"),
    'a name that begins with another word': wrong(
      '#/paths/~1create/post/operationId',
      'paymentCreate',
      'begins with no verb in use (create, fetch, receive)',
    ),
    'an operation without a name': missing('#/paths/~1create/post', 'operationId', 'has no operationId'),
    'a name used twice, case aside': [
      (d) => {
        create(d).operationId = 'fetchPaymEnt';
      },
      '#/paths/~1fetch/post/operationId',
      "'fetchPayment' is taken by #/paths/",
    ],
    "a callback's name": wrong(
      '#/paths/~1create/post/callbacks/changed/{$request.body#~1url}/post/operationId',
      'InvoiceEvent',
      "'InvoiceEvent' is no verb and noun",
    ),
  },
};

const checkOrderBase = structuredClone(problemContract);
const order = '**Order of checks.** The first decides: path 404,\ninvoice 404 or 409.\n\nNothing else is a 415.';
checkOrderBase.info.description = `Invoices.\n\n${order}`;

export const checkOrder: RuleTest = {
  base: checkOrderBase,
  passes: {
    'no order at all': put('#/info/description', 'Invoices.'),
    'a failure, which is no check': put('#/x-problems/internal_error', { status: 500 }),
    'an order of an operation': (d) => {
      d['x-problems'].invoice_failed.status = 423;
      d.paths['/submit'].post.description = '**Order of checks.** A locked invoice is 423.';
    },
  },
  finds: {
    'a status without a place': wrong(
      '#/x-problems/invoice_failed/status',
      423,
      "'invoice_failed' is refused with 423, which has no place in the order of checks.",
    ),
    'a place without a problem': wrong(
      '#/info/description',
      order.replace('404,', '404, scope 403,'),
      'The order of checks names 403, which no problem has.',
    ),
  },
};

const callbacks = (d: Document) => d.paths['/create'].post.callbacks;
const url = '{$request.body#/callbackUrl}';
const at = '#/paths/~1create/post/callbacks/changed';

export const callbackParts: RuleTest = {
  base: factContract,
  passes: {
    'a URL in a field of a body that is a choice': makeChoice('Create'),
    'a callback of the components': (d) => {
      d.components.callbacks = { Changed: callbacks(d).changed };
      callbacks(d).changed = { $ref: '#/components/callbacks/Changed' };
    },
  },
  finds: {
    'a second one': [
      (d) => {
        d.paths['/cancel'].post.requestBody = d.paths['/create'].post.requestBody;
        d.paths['/cancel'].post.callbacks = { cancelled: { [url]: { post: {} } } };
      },
      `#/paths/~1cancel/post/callbacks/cancelled/${url.replace('/', '~1')}/post`,
      'is a second callback, and server, receivers and suite know one. Make what it tells a transition of the invoice',
    ],
    'another method': [
      (d) => {
        const item = callbacks(d).changed[url];
        callbacks(d).changed[url] = { put: item.post };
      },
      `${at}/${url.replace('/', '~1')}/put`,
      'is a PUT. Events are sent by POST.',
    ],
    'a URL in a header': [
      (d) => {
        callbacks(d).changed = { '{$request.header.Callback-Url}': callbacks(d).changed[url] };
      },
      `${at}/{$request.header.Callback-Url}/post`,
      'where no program here looks. Name a field that createPayment takes',
    ],
    'a URL in a field that nobody sends': [
      (d) => {
        callbacks(d).changed = { '{$request.body#/notifyUrl}': callbacks(d).changed[url] };
      },
      `${at}/{$request.body#~1notifyUrl}/post`,
      'where no program here looks',
    ],
  },
};
