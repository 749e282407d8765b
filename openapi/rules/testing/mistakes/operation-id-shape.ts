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
const event = (document: Document) => create(document).callbacks.changed['{$request.body#/url}'].post;

export const operationIdShape: RuleTest = {
  options: { verbs: ['create', 'fetch', 'receive'] },
  base,
  finds: {
    'a name in snake_case': [
      (d) => {
        create(d).operationId = 'create_payment';
      },
      '#/paths/~1create/post/operationId',
      "'create_payment' is no verb and noun in camelCase",
    ],
    'a verb without a noun': [
      (d) => {
        create(d).operationId = 'create';
      },
      '#/paths/~1create/post/operationId',
      "'create' is no verb and noun",
    ],
    'a name that begins with another word': [
      (d) => {
        create(d).operationId = 'paymentCreate';
      },
      '#/paths/~1create/post/operationId',
      'begins with no verb in use (create, fetch, receive)',
    ],
    'an operation without a name': [
      (d) => {
        delete create(d).operationId;
      },
      '#/paths/~1create/post',
      'has no operationId',
    ],
    'a name used twice, case aside': [
      (d) => {
        create(d).operationId = 'fetchPaymEnt';
      },
      '#/paths/~1fetch/post/operationId',
      "'fetchPayment' is taken by #/paths/",
    ],
    "a callback's name": [
      (d) => {
        event(d).operationId = 'InvoiceEvent';
      },
      '#/paths/~1create/post/callbacks/changed/{$request.body#~1url}/post/operationId',
      "'InvoiceEvent' is no verb and noun",
    ],
  },
};
