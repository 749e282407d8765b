import { missing, wrong } from '../make-mistake.ts';
import type { Document, RuleTest } from '../test-rules.ts';

const base = {
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
  base,
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
