/** Tests the responses of handlers over HTTP, and that `createApi` refuses incomplete sets of handlers. */
import { describe, expect, test } from 'vitest';
import { exampleOptions, exampleInvoice as invoice } from '../../testing/example-api.ts';
import { startAskedServer } from '../../testing/start-asked-server.ts';
import { ProblemError } from '../problems/problem-error.ts';
import type { ApiOptions } from './api-options.ts';
import { createApi } from './create-api.ts';

let fetched: () => Promise<unknown>;
const options: ApiOptions<string> = {
  ...exampleOptions,
  handlers: {
    ...exampleOptions.handlers,
    submitReceipt: async () => {
      throw new ProblemError('invoice_expired', 'The invoice is EXPIRED.');
    },
    fetchPayment: () => fetched() as never,
  },
};
const { ask } = await startAskedServer(options);
const fetchPath = { path: '/api/v1/payments/fetch' };

describe('responses', () => {
  test('a thrown problem is sent', async () => {
    const { status, json } = await ask('{"invoiceId":"inv_1","webReceipt":"x"}', { path: '/api/v1/payments/submit' });
    expect(status).toBe(409);
    expect(json).toEqual({
      type: 'http://shop.test/problems/invoice_expired',
      title: 'The invoice expired',
      status: 409,
      detail: 'The invoice is EXPIRED.',
      instance: '/api/v1/payments/submit',
      code: 'invoice_expired',
      requestId: 'req_test',
    });
  });

  test('nulls that the contract has are no bug', async () => {
    fetched = async () => ({ status: 200, body: { ...invoice, receiptId: null, paidAmount: null, returnUrl: null } });
    expect(await ask('{"invoiceId":"inv_1"}', fetchPath)).toMatchObject({ status: 200 });
  });

  test('an unforeseen error is not shown', async () => {
    fetched = async () => {
      throw new Error('select * from secrets');
    };
    const { status, json } = await ask('{"invoiceId":"inv_1"}', fetchPath);
    expect(status).toBe(500);
    expect(JSON.stringify(json)).not.toContain('secrets');
  });
});

describe('start', () => {
  test('a missing handler is refused', async () => {
    const { fetchPayment: _, ...handlers } = options.handlers;
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('No handler for fetchPayment.');
  });

  test('a handler of no operation is refused', async () => {
    const handlers = { ...options.handlers, cancelPayment: async () => undefined };
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('no operation cancelPayment');
  });

  test('a handler cannot take the place of a hook', async () => {
    const handlers = { ...options.handlers, unauthorizedHandler: async () => ({ status: 200, body: invoice }) };
    await expect(createApi({ ...options, handlers: handlers as never })).rejects.toThrow('no operation unauthorizedHandler');
  });
});
