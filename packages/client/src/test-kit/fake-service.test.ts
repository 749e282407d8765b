/** Tests that the fake service follows the contract's rules. Otherwise tests against it would prove nothing. */

import { exampleCreate as smallest } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { responseOf, TimeoutError } from '../index.ts';
import { createFakeClient, respondWith } from './index.ts';

const order = { ...smallest, amount: '12.50', returnUrl: 'https://shop.example/thanks' };

describe('an invoice', () => {
  test('is created, paid in parts, and PAID; each change is an event', async () => {
    const { client, service } = createFakeClient();
    const { id } = await client.createPayment(order);
    const part = await client.submitReceipt({ invoiceId: id, webReceipt: service.pay(id, { amount: 0.1 }) });
    expect(part).toMatchObject({ status: 'UNDER_PAID', paidAmount: 0.1 });
    const receipt = service.pay(id, { amount: 12.4 });
    const paid = await client.submitReceipt({ invoiceId: id, webReceipt: receipt });
    expect(paid).toMatchObject({ status: 'PAID', paidAmount: 12.5, amount: 12.5, returnUrl: order.returnUrl });
    expect(await client.submitReceipt({ invoiceId: id, webReceipt: receipt })).toEqual(paid);
    expect(service.events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['invoice.under_paid', 1],
      ['invoice.paid', 2],
    ]);
  });

  test('fails, expires, and refuses what the contract refuses', async () => {
    const { client, service, clock } = createFakeClient();
    const [one, two] = [await client.createPayment(order), await client.createPayment(order)];
    const submit = (invoiceId: string, webReceipt: string) => client.submitReceipt({ invoiceId, webReceipt });
    await expect(submit(one.id, 'nonsense')).rejects.toMatchObject({ code: 'receipt_invalid' });
    await expect(submit(one.id, service.pay(two.id))).rejects.toMatchObject({ code: 'receipt_mismatch' });
    await expect(submit(one.id, service.pay(one.id, { outcome: 'pending' }))).rejects.toMatchObject({
      code: 'receipt_not_final',
    });
    const receipt = service.pay(one.id, { outcome: 'failed' });
    expect(await submit(one.id, receipt)).toMatchObject({ status: 'FAILED' });
    await expect(submit(one.id, service.pay(one.id))).rejects.toMatchObject({ code: 'invoice_failed' });
    await expect(submit(two.id, receipt)).rejects.toMatchObject({ code: 'receipt_already_used' });
    await expect(client.fetchPayment({ invoiceId: 'none' })).rejects.toMatchObject({ code: 'invoice_not_found' });
    clock.advance(1_800_000);
    expect(await client.fetchPayment({ invoiceId: two.id })).toMatchObject({ status: 'EXPIRED' });
    await expect(submit(two.id, service.pay(two.id))).rejects.toMatchObject({ code: 'invoice_expired' });
    expect(service.events.map(({ type }) => type)).toEqual(['invoice.failed', 'invoice.expired']);
  });

  test('makes one invoice per key, and takes a key with one body only', async () => {
    const { client } = createFakeClient();
    const idempotencyKey = 'order-1';
    const first = await client.createPayment(order, { idempotencyKey });
    const again = await client.createPayment(order, { idempotencyKey });
    expect(again).toEqual(first);
    expect([responseOf(first)?.isReplayed, responseOf(again)?.isReplayed]).toEqual([false, true]);
    const other = client.createPayment({ ...order, amount: 1 }, { idempotencyKey });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });
});

describe('a script', () => {
  test('of failures is gone through, and waits take no time', async () => {
    const { client, service, clock } = createFakeClient();
    service.script(respondWith.page(502), 'reset', respondWith.problem('rate_limited', { retryAfterSeconds: 30 }));
    expect(await client.createPayment(order)).toMatchObject({ status: 'PENDING' });
    expect(service.requests).toHaveLength(4);
    expect(clock.slept[2]).toBeGreaterThan(30_000);
  });

  test('of a lost response leaves what was done: the key finds it again', async () => {
    const { client, service } = createFakeClient();
    service.script('cut');
    const invoice = await client.createPayment(order);
    expect([invoice.id, responseOf(invoice)?.isReplayed]).toEqual(['inv_1', true]);
  });

  test('of no response is a time-out', async () => {
    const { client, service } = createFakeClient({ attemptTimeoutMs: 20, maxRetries: 0 });
    service.script('never');
    await expect(client.createPayment(order)).rejects.toBeInstanceOf(TimeoutError);
  });

  test('of an invoice repeats the request, but for what the test wants', async () => {
    const { client, service } = createFakeClient();
    service.script(respondWith.invoice({ note: 'AAAAA-BBBBB' }), respondWith.invoice({ status: 'PAID' }));
    expect(await client.createPayment(order)).toMatchObject({ cashTag: '$coffeeshop', note: 'AAAAA-BBBBB' });
    expect(await client.fetchPayment({ invoiceId: 'inv_9' })).toMatchObject({ id: 'inv_9', status: 'PAID' });
  });
});

test('what was sent can be looked at', async () => {
  const { client, service } = createFakeClient();
  await client.createPayment(order, { idempotencyKey: 'order-1' });
  expect(service.requests).toEqual([
    {
      operation: 'createPayment',
      headers: expect.objectContaining({ 'idempotency-key': 'order-1', authorization: 'Bearer test_token' }),
      body: { ...order, amount: 12.5 },
    },
  ]);
});
