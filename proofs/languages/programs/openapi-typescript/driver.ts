// Uses the types that openapi-typescript generates, with openapi-fetch: reads one JSON order per line and writes one JSON reply
// per line.
import { createInterface } from 'node:readline';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { components, paths } from './payments.js';

type PaymentInvoice = components['schemas']['PaymentInvoice'];
type InvoiceEvent = components['schemas']['InvoiceEvent'];

// biome-ignore lint/suspicious/noExplicitAny: an order has as many forms as there are operations
type Order = any;

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await carryOut(JSON.parse(line))));

async function carryOut(order: Order): Promise<object> {
  try {
    if (order.op === 'event') {
      const event = new Webhook(order.secret).verify(order.payload, order.headers) as InvoiceEvent;
      return { event: { type: event.type, sequence: event.sequence, invoice: write(event.data) } };
    }
    const { data, error, response } = await call(order);
    if (data) return { invoice: write(data) };
    const status = response?.status ?? null;
    // A body that is not JSON arrives as a string.
    if (typeof error !== 'object') return { failure: { status, kind: 'no problem' } };
    return { problem: { status, code: error.code ?? null, items: error.errors?.map(({ code }) => code) } };
  } catch (error) {
    return { failure: { status: null, kind: (error as Error).name, message: String(error) } };
  }
}

async function call({ op, url, token, body, key }: Order) {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  if (op === 'create') {
    const { cashTag, amount: text, ...others } = body;
    const amount = Number(text);
    const params = key === undefined ? {} : { header: { 'Idempotency-Key': key } };
    // The smallest create is written out, because it compiles only if fields with a default are optional.
    if (Object.keys(others).length === 0) return client.POST('/api/v1/payments/create', { params, body: { cashTag, amount } });
    return client.POST('/api/v1/payments/create', { params, body: { ...others, cashTag, amount } });
  }
  if (op === 'fetch') return client.POST('/api/v1/payments/fetch', { body });
  return client.POST('/api/v1/payments/submit', { body });
}

function write(invoice: PaymentInvoice): object {
  const { id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl } = invoice;
  return {
    ...{ id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl },
    amount: String(invoice.amount),
    paidAmount: invoice.paidAmount === null ? null : String(invoice.paidAmount),
    expiresAt: Math.round(Date.parse(invoice.expiresAt)),
    createdAt: Date.parse(invoice.createdAt),
  };
}
