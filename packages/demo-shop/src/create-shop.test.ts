/** Tests the shop with authentic and with forged callbacks. bin/demo.test.ts covers the rest of the shop. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createClient, type PaymentInvoice } from '@payment-invoice/client';
import { buildInvoice, signTestEvent, type TestEvent } from '@payment-invoice/client/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createShop } from './create-shop.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const invoice = buildInvoice({ id: 'inv_1', note: '<b>7QK2M</b>', amount: 3.5 });

/** A service with one invoice. createPayment returns the invoice as PENDING, and fetchPayment returns the result of `now`. */
const serve =
  (now: () => object = () => invoice): RequestListener =>
  async (request, response) => {
    const { returnUrl } = (await json(request)) as Partial<PaymentInvoice>;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.endsWith('/create') ? { ...invoice, returnUrl } : now()));
  };

/** Starts a shop that uses the service. `order` places an order, and `callBack` sends an event. */
async function openShop(service: RequestListener = serve()) {
  const told: string[] = [];
  const baseUrl = await listen(service);
  const payments = createClient({ baseUrl, token: 'secret-token', maxRetries: 0 });
  let shopUrl = '';
  const tell = (line: string) => told.push(line);
  shopUrl = await listen(createShop({ payments, callbackSecret: secret, shopUrl: () => shopUrl, tell }));
  const order = () => fetch(`${shopUrl}/orders`, { method: 'POST', body: 'coffee=1', redirect: 'manual' });
  const callBack = async (event: TestEvent, by = secret, change = (body: string) => body) => {
    const { body, headers } = await signTestEvent(event, by);
    return (await fetch(`${shopUrl}/callbacks`, { method: 'POST', body: change(body), headers })).status;
  };
  return { shopUrl, told, order, callBack };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a true callback is noted once, however often and in whatever order it comes', async () => {
  const { shopUrl, told, order, callBack } = await openShop();
  expect((await order()).headers.get('location')).toBe(invoice.paymentUrl);
  const paid: TestEvent = { type: 'invoice.paid', sequence: 2, data: { id: 'inv_1', amount: 3.5, paidAmount: 3.5 } };
  const part: TestEvent = { type: 'invoice.under_paid', sequence: 1, data: { id: 'inv_1', amount: 3.5, paidAmount: 1 } };
  for (const event of [paid, part, paid]) expect(await callBack(event)).toBe(204);
  const [whole, partly] = ['invoice.paid: $3.50 of $3.50', 'invoice.under_paid: $1.00 of $3.50'];
  expect(told.map((line) => line.replace(/, order .*/, ''))).toEqual([whole, 'Being made', partly, whole]);
  const page = await (await fetch(`${shopUrl}/orders/${told[0]?.slice(-36)}`)).text();
  expect(page).toContain('<span id="callbacks">invoice.under_paid, invoice.paid</span>');
  // The page must not reload itself, because a screen reader would start again at the beginning.
  expect(page).not.toContain('http-equiv');
  expect(page).toContain('Check again');
  // The page escapes the service's text.
  expect(page).toContain('&#60;b&#62;7QK2M');
});

test('an order is made once, when it is paid in full: by a callback, or where none came, by what the service says', async () => {
  let status: PaymentInvoice['status'] = 'UNDER_PAID';
  const { shopUrl, told, order, callBack } = await openShop(serve(() => buildInvoice({ id: 'inv_1', status })));
  const made = () => told.filter((line) => line.startsWith('Being made')).length;
  await order();
  await callBack({ type: 'invoice.under_paid', sequence: 1, data: { id: 'inv_1' } });
  const page = `${shopUrl}/orders/${told[0]?.slice(-36)}`;
  await fetch(page);
  expect(made()).toBe(0);
  status = 'PAID';
  for (const _ of [1, 2]) await fetch(page);
  expect(made()).toBe(1);
  await callBack({ type: 'invoice.paid', sequence: 2, data: { id: 'inv_1' } });
  expect(made()).toBe(1);
});

test('what is not from the service is refused and changes nothing', async () => {
  const { told, order, callBack } = await openShop();
  await order();
  const paid: TestEvent = { data: { id: 'inv_1' } };
  expect(await callBack(paid, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
  expect(await callBack(paid, secret, (body) => body.replace('12.5', '99.5'))).toBe(400);
  expect(told.every((line) => line.startsWith('A callback was refused'))).toBe(true);
  // Accepts a callback about an unknown order, because the service cannot know which orders the shop has.
  expect(await callBack({ data: { id: 'inv_unknown' } })).toBe(204);
  expect(told).toHaveLength(2);
});

test('a service that is away is a page that says so, and tells no secret', async () => {
  const { shopUrl, told, order } = await openShop((_request, response) => void response.writeHead(500).end('no'));
  const answer = await order();
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('Nothing was charged');
  expect(told.join()).toMatch(/^The payment service: /);
  expect(told.join()).not.toContain('secret-token');
  expect((await fetch(`${shopUrl}/orders`, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
});

test('a service that is away after the payment does not make the payer pay again', async () => {
  let isAway = false;
  const there = serve();
  const { shopUrl, told, order, callBack } = await openShop((request, response) =>
    isAway ? void response.writeHead(500).end('no') : there(request, response),
  );
  await order();
  await callBack({ type: 'invoice.paid', data: { id: 'inv_1' } });
  isAway = true;
  const answer = await fetch(`${shopUrl}/orders/${told[0]?.slice(-36)}`);
  expect(answer.status).toBe(502);
  const page = await answer.text();
  expect(page).not.toContain('Nothing was charged');
  expect(page).toContain('do not pay again');
});

test('a status that the contract does not have is not believed', async () => {
  const { shopUrl, told, order, callBack } = await openShop(serve(() => ({ ...invoice, status: '"REFUNDED' })));
  await order();
  await callBack({ data: { id: 'inv_1' } });
  const page = await (await fetch(`${shopUrl}/orders/${told[0]?.slice(-36)}`)).text();
  expect(page).toContain('do not pay again');
  expect(page).not.toContain('REFUNDED');
});

test.each(['//', '//[', 'http://[', '/%', '/?a=//'])('a request for %s is answered, and the shop goes on', async (path) => {
  const { shopUrl } = await openShop();
  // Does not use fetch, which would normalize the path.
  const [answer] = (await once(get(shopUrl, { path }), 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(path.startsWith('/?') ? 200 : 404);
  expect((await fetch(shopUrl)).status).toBe(200);
});
