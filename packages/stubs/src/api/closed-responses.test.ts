/** Tests that a response contains only what the contract names, and matches its request. */
import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { exampleInvoice, exampleOptions, exampleProblem, respondWith, sketchRequest } from '../../testing/example-api.ts';
import type { ResponseValidation } from '../response/check-response.ts';
import type { ApiOptions } from './api-options.ts';
import { createApi } from './create-api.ts';

const ok = { status: 200, body: exampleInvoice };
const { note: _, ...withoutNote } = exampleInvoice;

describe('a property that the contract does not name', () => {
  const row = { ...exampleInvoice, callbackUrl: 'https://shop.example', owner: 'account-1' };
  const found = ['callbackUrl', 'owner'].map((name) => `body/${name} is not a property that the contract names`);
  const deep = (extra: object) => {
    const errors = [{ pointer: '/invoiceId', code: 'type', detail: 'No.', ...extra }];
    return { status: 422, body: { ...exampleProblem, status: 422, code: 'validation_failed', errors } };
  };

  test.each<ResponseValidation>(['off', 'log', 'fail'])('is not sent with %s', async (validateResponses) => {
    const { response, told } = await respondWith(() => ({ ...ok, body: row }), { validateResponses });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual(exampleInvoice);
    expect(told.errors).toEqual([]);
    const sentence = validateResponses === 'off' ? [] : [found.map((finding) => `${finding}, and was left out`).join('; ')];
    expect(told.invalid.map((call) => String(call))).toEqual(sentence.map((words) => expect.stringContaining(words)));
  });

  test('is refused where that is wished', async () => {
    const { response, told } = await respondWith(() => ({ ...ok, body: row }), { undeclaredProperties: 'refuse' });
    expect(response).toMatchObject({ status: 500, code: 'internal_error' });
    expect(String(told.errors)).toContain(found.join('; '));
    const logged = await respondWith(() => ({ ...ok, body: row }), { undeclaredProperties: 'refuse', validateResponses: 'log' });
    expect(logged.response.body).toEqual(exampleInvoice);
    expect(logged.told.invalid).toHaveLength(1);
  });

  test('is found at every level', async () => {
    const { response, told } = await respondWith(() => deep({ 'a/b~': 1 }));
    expect(response.body).toEqual(deep({}).body);
    expect(String(told.invalid)).toContain('body/errors/0/a~1b~0 is not a property');
    const untouched = deep({});
    expect((await respondWith(() => untouched)).response.body).toEqual(untouched.body);
  });

  test('does not stand in for one that is missing', async () => {
    const { response } = await respondWith(() => ({ ...ok, body: { ...withoutNote, noet: 'x' } }));
    expect(response.status).toBe(500);
  });

  test('is reported once a place, and not once a response', async () => {
    const told: unknown[] = [];
    let extra: object = { owner: 1 };
    const fetchPayment = async () => ({ status: 200, body: { ...exampleInvoice, ...extra } });
    const api = await createApi({
      ...exampleOptions,
      handlers: { ...exampleOptions.handlers, fetchPayment },
      onInvalidResponse: (error) => void told.push(...error.findings),
    } as ApiOptions<string>);
    const ask = () => api.handle(sketchRequest({ path: '/api/v1/payments/fetch', body: { invoiceId: 'inv_1' } }));
    await ask();
    await ask();
    expect(told).toHaveLength(1);
    extra = { owner: 1, tenant: 2 };
    await ask();
    expect(told.slice(1).join()).toContain('body/tenant');
    for (let index = 0; index < 400; index += 1) {
      extra = { [`made-up-${index}`]: 1 };
      await ask();
    }
    expect(told.length).toBeLessThan(300);
  });
});

describe('a create repeats its request', () => {
  const create = async (change: Partial<typeof exampleInvoice>, sent: object = exampleCreate) => {
    const told: unknown[] = [];
    const body = { ...exampleInvoice, ...change };
    const api = await createApi({
      ...exampleOptions,
      handlers: { ...exampleOptions.handlers, createPayment: async () => ({ status: 200, body }) },
      onError: (error) => void told.push(error),
    });
    const { status } = await api.handle(sketchRequest({ body: sent }));
    return [status, String(told)];
  };

  test.each<[string, Partial<typeof exampleInvoice>]>([
    ['amount', { amount: 12.51 }],
    ['cashTag', { cashTag: '$teashop' }],
    ['isWhiteLabel', { isWhiteLabel: true }],
    ['returnUrl', { returnUrl: 'https://shop.example' }],
  ])('%s', async (name, change) => {
    const [status, told] = await create(change);
    expect(status).toBe(500);
    expect(told).toContain(`body/${name} must repeat ${name} of the request`);
  });

  test('where the contract lets a tag differ, it may', async () => {
    expect(await create({}, { cashTag: '$CoffeeShop', amount: 12.5 })).toEqual([200, '']);
    const whole = { ...exampleCreate, isWhiteLabel: true, returnUrl: 'https://shop.example/a' };
    expect(await create({ isWhiteLabel: true, returnUrl: 'https://shop.example/a' }, whole)).toEqual([200, '']);
  });
});

describe('fields agree: null until a transition sets it, and with what it owes another', () => {
  const paid = { receiptId: 'rcp_1', paidAmount: 12.5 };
  test.each<[string, Partial<typeof exampleInvoice>, string | undefined]>([
    ['PAID', { ...paid, status: 'PAID' }, undefined],
    ['PAID', { ...paid, status: 'PAID', paidAmount: null }, 'body/paidAmount must not be null where status is PAID'],
    ['UNDER_PAID', { ...paid, status: 'UNDER_PAID', receiptId: null }, 'body/receiptId must not be null where status'],
    ['PENDING', paid, 'body/paidAmount must be null where status is PENDING'],
    ['FAILED', { receiptId: 'rcp_1', status: 'FAILED' }, undefined],
    ['FAILED', { ...paid, status: 'FAILED' }, 'body/paidAmount must be null where status is FAILED'],
    ['EXPIRED', { status: 'EXPIRED' }, undefined],
    ['EXPIRED', { ...paid, status: 'EXPIRED', paidAmount: 12 }, undefined],
    ['EXPIRED', { ...paid, status: 'EXPIRED' }, 'body/paidAmount must be below amount where status is EXPIRED'],
    ['PAID', { ...paid, status: 'PAID', paidAmount: 12.49 }, 'body/paidAmount must be at least amount where status is PAID'],
    ['PAID', { ...paid, status: 'PAID', paidAmount: 12.499 + 0.1 }, 'body/paidAmount must have at most 2 decimals'],
    ['PENDING', { amount: 12.345 }, 'body/amount must have at most 2 decimals'],
  ])('%s with %o', async (_status, change, finding) => {
    const { response, told } = await respondWith(() => ({ ...ok, body: { ...exampleInvoice, ...change } }));
    expect(response.status).toBe(finding ? 500 : 200);
    expect(String(told.errors)).toContain(finding ?? '');
  });

  test('what breaks a SHOULD is sent, and reported once', async () => {
    const body = { ...exampleInvoice, expiresAt: exampleInvoice.createdAt };
    for (const validateResponses of ['fail', 'log'] as const) {
      const { response, told } = await respondWith(() => ({ ...ok, body }), { validateResponses }, 2);
      expect([response.status, response.body]).toEqual([200, body]);
      expect(told.errors).toEqual([]);
      expect(told.invalid.map(String)).toEqual([expect.stringContaining('body/expiresAt must be above createdAt')]);
    }
  });

  test('a create whose amount no response may repeat is refused before its handler', async () => {
    let isHandled = false;
    const createPayment = async () => {
      isHandled = true;
      return { status: 200, body: { ...exampleInvoice, amount: 12.345 } } as const;
    };
    const api = await createApi({ ...exampleOptions, handlers: { ...exampleOptions.handlers, createPayment } });
    const { status, body } = await api.handle(sketchRequest({ body: { ...exampleCreate, amount: 12.345 } }));
    expect([status, isHandled, body]).toMatchObject([422, false, { errors: [{ pointer: '/amount', code: 'amount_precision' }] }]);
  });
});
