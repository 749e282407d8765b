import { randomUUID } from 'node:crypto';
import type { CreateBody } from '../run/driver.ts';
import { expectFields, expectInvoice, expectProblem, isSameAmount, type Step, type Surroundings, show } from './step.ts';

const least: CreateBody = { cashTag: '$coffeeshop', amount: '12.34' };
const unknownId = 'inv_00000000000000000000000000';

/** The steps that test a client against a deployment that meets the contract. */
export const sandboxSteps: Step[] = [
  {
    id: 'create-least',
    title: 'create, least',
    async attempt(around) {
      const invoice = expectInvoice(await create(around, least));
      expectFields(invoice, {
        cashTag: '$coffeeshop',
        isWhiteLabel: false,
        status: 'PENDING',
        receiptId: null,
        paidAmount: null,
        returnUrl: null,
      });
      expectAmount(invoice.amount, '12.34');
      if (!(invoice.expiresAt > invoice.createdAt))
        throw new Error(`expected expiresAt after createdAt, got ${show({ invoice })}`);
    },
  },
  {
    id: 'create-every-field',
    title: 'create, every field',
    async attempt(around) {
      const returnUrl = 'https://shop.example/thanks?order=1042';
      const body = { cashTag: 'Coffee2', amount: '999999.99', isWhiteLabel: true, callbackUrl: around.listener.url, returnUrl };
      const invoice = expectInvoice(await create(around, body));
      expectFields(invoice, { cashTag: 'Coffee2', isWhiteLabel: true, returnUrl });
      expectAmount(invoice.amount, '999999.99');
    },
  },
  {
    id: 'idempotency-key',
    title: 'with a key',
    async attempt(around) {
      const key = randomUUID();
      const first = expectInvoice(await create(around, least, key));
      expectFields(expectInvoice(await create(around, least, key)), { id: first.id });
      expectProblem(await create(around, { ...least, amount: '12.35' }, key), 422, 'idempotency_key_reused');
    },
  },
  {
    id: 'fetch',
    title: 'fetch',
    async attempt(around) {
      const created = expectInvoice(await create(around, least));
      expectFields(expectInvoice(await fetchInvoice(around, created.id)), created);
    },
  },
  {
    id: 'pay-and-submit',
    title: 'pay, submit',
    async attempt(around) {
      const { id } = expectInvoice(await create(around, least));
      const part = expectInvoice(await submit(around, id, await around.sandbox.pay(id, 2.34)));
      expectFields(part, { status: 'UNDER_PAID' });
      expectAmount(String(part.paidAmount), '2.34');
      const whole = expectInvoice(await submit(around, id, await around.sandbox.pay(id, 10)));
      expectFields(whole, { status: 'PAID' });
      expectAmount(String(whole.paidAmount), '12.34');
      if (whole.receiptId === null) throw new Error('expected a receiptId, got null');
      expectProblem(await submit(around, id, await around.sandbox.pay(id, 1)), 409, 'invoice_already_paid');
    },
  },
  {
    id: 'bad-receipt',
    title: 'bad receipt',
    async attempt(around) {
      const { id } = expectInvoice(await create(around, least));
      expectProblem(await submit(around, id, 'no receipt'), 422, 'receipt_invalid');
    },
  },
  {
    id: 'wrong-token',
    title: '401',
    async attempt(around) {
      expectProblem(await create({ ...around, sandbox: { ...around.sandbox, token: 'wrong' } }, least), 401, 'invalid_token');
    },
  },
  {
    id: 'unknown-invoice',
    title: '404',
    async attempt(around) {
      expectProblem(await fetchInvoice(around, unknownId), 404, 'invoice_not_found');
    },
  },
  {
    id: 'wrong-base-url',
    title: 'wrong base URL',
    async attempt(around) {
      const lost = { ...around, sandbox: { ...around.sandbox, url: `${around.sandbox.url}/payments` } };
      expectProblem(await create(lost, least), 404, 'not_found');
      expectProblem(await fetchInvoice(lost, unknownId), 404, 'not_found');
    },
  },
  {
    id: 'event',
    title: 'event',
    async attempt(around) {
      const { driver, sandbox, listener } = around;
      const created = expectInvoice(await create(around, { ...least, callbackUrl: listener.url }));
      const paid = expectInvoice(await submit(around, created.id, await sandbox.pay(created.id, 12.34)));
      const { payload, headers } = await listener.next();
      const reply = await driver.send({ op: 'event', payload, headers, secret: sandbox.callbackSecret });
      if (!reply.event) throw new Error(`expected an event, got ${show(reply)}`);
      expectFields(reply.event, { type: 'invoice.paid', sequence: 1 });
      expectFields(reply.event.invoice, paid);
      const forged = payload.replace('invoice.paid', 'invoice.lost');
      const refused = await driver.send({ op: 'event', payload: forged, headers, secret: sandbox.callbackSecret });
      if (refused.event) throw new Error('expected a forged event to be refused, and it was read');
    },
  },
];

function create({ driver, sandbox: { url, token } }: Surroundings, body: CreateBody, key?: string) {
  return driver.send({ op: 'create', url, token, body, ...(key !== undefined && { key }) });
}

function fetchInvoice({ driver, sandbox: { url, token } }: Surroundings, invoiceId: string) {
  return driver.send({ op: 'fetch', url, token, body: { invoiceId } });
}

function submit({ driver, sandbox: { url, token } }: Surroundings, invoiceId: string, webReceipt: string) {
  return driver.send({ op: 'submit', url, token, body: { invoiceId, webReceipt } });
}

function expectAmount(actual: string, expected: string): void {
  if (!isSameAmount(actual, expected)) throw new Error(`expected amount ${expected}, got ${actual}`);
}
