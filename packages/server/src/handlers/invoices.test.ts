/** An invoice over HTTP from creation to its last status, and accounts that share a server. */

import { exampleCreate } from '@payment-invoice/generated/examples';
import type { Verdict } from '@payment-invoice/kit/lifecycle';
import { describe, expect, test } from 'vitest';
import { type Json, startTestServer } from '../../testing/start-test-server.ts';

describe('an invoice', () => {
  test('is created, part paid, paid over, and fetched', async () => {
    const server = await startTestServer();
    const returnUrl = 'HTTPS://Shop.Example/thanks?order=1042#a';
    const created = await server.create({ amount: 12.5, isWhiteLabel: true, callbackUrl: 'https://shop.example/cb', returnUrl });
    expect(created).toEqual({
      id: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      paymentUrl: `${server.baseUrl}/pay/${created.id}`,
      cashTag: '$coffeeshop',
      note: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
      amount: 12.5,
      isWhiteLabel: true,
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      returnUrl,
      expiresAt: '2026-11-21T10:30:00.000Z',
      createdAt: '2026-11-21T10:00:00.000Z',
    });
    expect(await server.fetch(created.id)).toEqual(created);

    const part = await server.submit(created.id, await server.pay(created.id, '5.25'));
    expect(part).toMatchObject({
      status: 200,
      json: { status: 'UNDER_PAID', paidAmount: 5.25, receiptId: expect.stringMatching(/^rcp_/) },
    });
    const rest = await server.submit(created.id, await server.pay(created.id, 10));
    expect(rest.json).toEqual({ ...created, status: 'PAID', paidAmount: 15.25, receiptId: rest.json.receiptId });
    expect(rest.json.receiptId).not.toBe(part.json.receiptId);
    expect(await server.fetch(created.id)).toEqual(rest.json);
  });

  test('takes each receipt once', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 5);
    const responses = await Promise.all([1, 2, 3, 4].map(() => server.submit(id, receipt)));
    for (const response of responses)
      expect(response).toMatchObject({ status: 200, json: { status: 'UNDER_PAID', paidAmount: 5 } });
    const other = await server.create();
    expect(await server.submit(other.id, receipt)).toMatchObject({ status: 409, json: { code: 'receipt_already_used' } });
  });

  test('fails with its payment, and says so again', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    const receipt = await server.pay(id, 12.5, 'failed');
    for (let i = 0; i < 2; i++) {
      expect(await server.submit(id, receipt)).toMatchObject({ status: 200, json: { status: 'FAILED', paidAmount: null } });
    }
    expect(await server.submit(id, await server.pay(id, 1))).toMatchObject({ status: 409, json: { code: 'invoice_failed' } });
  });

  test('expires, at fetch and at submit, and keeps what was paid', async () => {
    const server = await startTestServer();
    const [fetched, submitted] = [await server.create(), await server.create()];
    const counted = await server.pay(submitted.id, 5);
    await server.submit(submitted.id, counted);
    const late = await server.pay(submitted.id, 7.5);
    server.clock.now += 30 * 60_000 - 1;
    expect(await server.fetch(fetched.id)).toMatchObject({ status: 'PENDING' });
    server.clock.now += 1;
    expect(await server.fetch(fetched.id)).toEqual({ ...fetched, status: 'EXPIRED' });
    server.clock.now -= 1;
    expect(await server.fetch(fetched.id)).toMatchObject({ status: 'EXPIRED' });
    server.clock.now += 1;
    expect(await server.submit(submitted.id, late)).toMatchObject({ status: 409, json: { code: 'invoice_expired' } });
    expect(await server.submit(submitted.id, counted)).toMatchObject({ status: 200, json: { status: 'EXPIRED', paidAmount: 5 } });
  });

  test.each([
    ['pending', 422, 'receipt_not_final', 12.5],
    ['reversed', 200, undefined, 12.5],
  ])('answers a %s payment with %d', async (outcome, status, code, amount) => {
    const server = await startTestServer();
    const { id } = await server.create();
    const response = await server.submit(id, await server.pay(id, amount, outcome));
    expect(response.status).toBe(status);
    expect(response.json.code).toBe(code);
  });

  test('refuses the receipt of another invoice, and what is no receipt', async () => {
    const server = await startTestServer();
    const [one, other] = [await server.create(), await server.create()];
    expect(await server.submit(one.id, await server.pay(other.id, 12.5))).toMatchObject({
      status: 422,
      json: { code: 'receipt_mismatch' },
    });
    expect(await server.submit(one.id, 'not a receipt')).toMatchObject({ status: 422, json: { code: 'receipt_invalid' } });
    expect(await server.fetch(one.id)).toEqual(one);
  });

  test('waits out a verifier that is away, and asks none about a receipt it has counted', async () => {
    let verdict: Verdict = 'unavailable';
    let asked = 0;
    const verify = async () => {
      asked++;
      return verdict;
    };
    const server = await startTestServer({ verifier: { verify } });
    const { id, note } = await server.create();
    const away = await server.post('/api/v1/payments/submit', { invoiceId: id, webReceipt: 'x' });
    expect(away).toMatchObject({ status: 503, json: { code: 'receipt_verifier_unavailable' } });
    expect(away.headers.get('retry-after')).toBe('5');
    const payment = { receiptId: 'r1', cashTag: 'COFFEESHOP', note, amount: 1250, currency: 'USD', paidAt: server.clock.now };
    verdict = { ...payment, paymentStatus: 'completed' };
    expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID', receiptId: 'r1' } });
    verdict = 'unavailable';
    expect(await server.submit(id, 'x')).toMatchObject({ status: 200, json: { status: 'PAID' } });
    expect(await server.submit(id, 'y')).toMatchObject({ status: 409, json: { code: 'invoice_already_paid' } });
    expect(asked).toBe(2);
  });

  test('part paid, survives a failed payment', async () => {
    const server = await startTestServer();
    const { id } = await server.create();
    await server.submit(id, await server.pay(id, 5));
    const failed = await server.submit(id, await server.pay(id, 7.5, 'failed'));
    expect(failed).toMatchObject({ status: 422, json: { code: 'receipt_payment_failed' } });
    expect(await server.fetch(id)).toMatchObject({ status: 'UNDER_PAID', paidAmount: 5 });
  });
});

describe('an account', () => {
  test("does not see, pay or change what is another one's", async () => {
    const server = await startTestServer();
    const token = server.otherToken;
    const { id } = await server.create();
    const receipt = await server.pay(id, 12.5);
    const withoutIds = ({ status, json: { requestId: _, ...json } }: { status: number; json: Json }) => ({ status, json });
    for (const [path, body] of [
      ['/api/v1/payments/fetch', {}],
      ['/api/v1/payments/submit', { webReceipt: receipt }],
      ['/sandbox/payments', { amount: 1, outcome: 'completed' }],
    ] as const) {
      const foreign = await server.post(path, { invoiceId: id, ...body }, token);
      const unknown = await server.post(path, { invoiceId: 'inv_00000000000000000000000000', ...body }, token);
      expect(foreign).toMatchObject({ status: 404, json: { code: 'invoice_not_found' } });
      expect(withoutIds(foreign)).toEqual(withoutIds(unknown));
    }
    await server.submit(id, receipt);
    const own = (await server.post('/api/v1/payments/create', exampleCreate, token)).json;
    const stolen = await server.post('/api/v1/payments/submit', { invoiceId: own.id, webReceipt: receipt }, token);
    expect(stolen).toMatchObject({ status: 422, json: { code: 'receipt_mismatch' } });
  });
});
