/** Tests the kit with a store in memory, in the way a team would first try it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleCreate } from '@payment-invoice/generated/examples';
import type { PaymentInvoice } from '@payment-invoice/stubs';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryStore } from '../memory/create-memory-store.ts';
import { createJwsVerifier, makeTestIssuer, signReceipt } from '../receipts/jws-receipt.ts';
import { makeToken } from '../tokens/authenticate.ts';
import { type Payments, startPayments } from './start-payments.ts';

const publicBaseUrl = () => 'http://payments.test';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function start() {
  const issuer = makeTestIssuer({ issuer: 'urn:test:rail', audience: 'urn:test:payments' });
  const verifier = createJwsVerifier(new Map([[issuer.keyId, issuer.publicKey]]), issuer);
  const clock = { now: Date.now() };
  const store = createMemoryStore(randomBytes, publicBaseUrl);
  const parts = { store, verifier, callbackKey: randomBytes(32), publicBaseUrl, now: () => clock.now, log: silent };
  const payments = await startPayments({ ...parts, mode: 'test' });
  onTestFinished(() => payments.stop());
  const token = await payments.addToken('acc_1');
  const ask = (name: string, body: object, headers: Record<string, string> = {}, asker = token) =>
    send(payments, name, body, { Authorization: `Bearer ${asker}`, ...headers });
  const pay = ({ cashTag, note }: PaymentInvoice, amount: number) => {
    const receiptId = `rcp_${randomBytes(8).toString('hex')}`;
    const paid = { receiptId, cashTag, note, amount, currency: 'USD', paidAt: clock.now };
    return signReceipt({ ...paid, paymentStatus: 'completed' }, issuer, clock.now);
  };
  return { payments, clock, ask, pay };
}

async function send({ api }: Payments, name: string, content: object, headers: Record<string, string>) {
  const text = Buffer.from(JSON.stringify(content));
  const { status, body } = await api.handle({
    method: 'POST',
    path: `/api/v1/payments/${name}`,
    rawHeaders: Object.entries({ 'Content-Type': 'application/json', ...headers }).flat(),
    requestId: 'req_1',
    remoteAddress: '192.0.2.1',
    readBody: async () => text,
  });
  return { status, invoice: body as PaymentInvoice, code: (body as { code?: string }).code };
}

test('an invoice is created once and paid in parts, and each change is reported', async () => {
  const told: { type: string; sequence: number }[] = [];
  const receiver = createServer(async (request, response) => {
    told.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const { payments, ask, pay } = await start();
  await payments.renewSecret('acc_1');
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const key = { 'Idempotency-Key': 'order-1' };
  const { invoice } = await ask('create', { ...exampleCreate, amount: 0.8, callbackUrl }, key);
  expect((await ask('create', { ...exampleCreate, amount: 0.8, callbackUrl }, key)).invoice).toEqual(invoice);
  expect(await ask('create', { ...exampleCreate, amount: 0.9, callbackUrl }, key)).toMatchObject({ status: 422 });
  for (const [amount, status] of [
    [70, 'UNDER_PAID'],
    [10, 'PAID'],
  ] as const) {
    const { invoice: paid } = await ask('submit', { invoiceId: invoice.id, webReceipt: await pay(invoice, amount) });
    expect(paid.status).toBe(status);
  }
  await expect.poll(() => told.map(({ type }) => type)).toEqual(['invoice.under_paid', 'invoice.paid']);
  expect(told.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('a receipt counts once, and an invoice expires on time', async () => {
  const { payments, clock, ask, pay } = await start();
  const body = { ...exampleCreate, amount: 1 };
  const [one, other] = [await ask('create', body), await ask('create', body)];
  const webReceipt = await pay(one.invoice, 100);
  expect(await ask('submit', { invoiceId: one.invoice.id, webReceipt })).toMatchObject({ status: 200 });
  expect(await ask('submit', { invoiceId: other.invoice.id, webReceipt })).toMatchObject({ code: 'receipt_already_used' });
  clock.now += 30 * 60_000;
  await payments.sweeper.sweep();
  expect((await ask('fetch', { invoiceId: other.invoice.id })).invoice.status).toBe('EXPIRED');
});

test('a token works until it is revoked, and only for its own account', async () => {
  const { payments, ask } = await start();
  const { invoice } = await ask('create', { ...exampleCreate, amount: 1 });
  const other = await payments.addToken('acc_2');
  expect(await ask('fetch', { invoiceId: invoice.id }, {}, other)).toMatchObject({ status: 404 });
  await payments.revokeToken(other);
  expect(await ask('fetch', { invoiceId: invoice.id }, {}, other)).toMatchObject({ status: 401 });
});

test('an unavailable store leads to a 503, and a key of the wrong length is rejected at the start', async () => {
  const store = { ...createMemoryStore(randomBytes, publicBaseUrl), findToken: () => Promise.reject(new Error('away')) };
  const verifier = { verify: async () => 'unavailable' as const };
  const parts = { store, verifier, mode: 'live', publicBaseUrl, log: silent } as const;
  await expect(startPayments({ ...parts, callbackKey: Buffer.alloc(31) })).rejects.toThrow('32 bytes');
  const payments = await startPayments({ ...parts, callbackKey: Buffer.alloc(32), isStorageError: () => true });
  onTestFinished(() => payments.stop());
  const headers = { Authorization: `Bearer ${makeToken(randomBytes, 'live')}` };
  expect((await send(payments, 'fetch', {}, headers)).status).toBe(503);
});
