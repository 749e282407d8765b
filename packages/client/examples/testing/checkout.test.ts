import { createFakeClient, respondWith } from '@payment-invoice/client/testing';
import { expect, test } from 'vitest';
import { checkOut, isPaid } from './checkout.ts';

test('an order that is checked out twice has one invoice', async () => {
  const { client, service } = createFakeClient();
  const first = await checkOut(client, { id: 'order-1042', cents: 1250 });
  expect(await checkOut(client, { id: 'order-1042', cents: 1250 })).toBe(first);
  expect(service.requests[0]?.body).toMatchObject({ amount: 12.5 });
});

test('a payer comes back later when the service is down, after four attempts that take no time here', async () => {
  const { client, service, clock } = createFakeClient();
  const down = respondWith.problem('service_unavailable', { retryAfterSeconds: 5 });
  service.script(down, down, down, down);
  expect(await checkOut(client, { id: 'order-1042', cents: 1250 })).toBeUndefined();
  expect(clock.slept).toHaveLength(3);
});

test('an invoice that nobody pays expires', async () => {
  const { client } = createFakeClient();
  await checkOut(client, { id: 'order-1042', cents: 1250 });
  // The test's clock advances by half an hour, so the invoice expires.
  expect(await isPaid(client, 'inv_1')).toBe(false);
});
