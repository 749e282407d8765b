import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClient, respondWith } from '@payment-invoice/client/testing';
import { checkOut, isPaid } from './checkout.ts';

test('a response that was lost makes no second invoice', async () => {
  const { client, service } = createFakeClient();
  service.script(respondWith.cut);
  assert.equal(await checkOut(client, { id: 'order-1042', cents: 1250 }), 'https://pay.example/pay/inv_1');
  assert.equal(service.requests.length, 2);
});

test('an invoice that is paid is paid', async () => {
  const { client, service } = createFakeClient();
  await checkOut(client, { id: 'order-1042', cents: 1250 });
  await client.submitReceipt({ invoiceId: 'inv_1', webReceipt: service.pay('inv_1') });
  assert.equal(await isPaid(client, 'inv_1'), true);
  assert.deepEqual(
    service.events.map(({ type }) => type),
    ['invoice.paid'],
  );
});
