// Drives the client that hey-api generates: reads one JSON order per line and writes one JSON reply per line.
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { createClient } from './client/client/index.js';
import { createPayment, fetchPayment, type InvoiceEvent, type PaymentInvoice, submitReceipt } from './client/index.js';

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

function call({ op, url, token, body, key }: Order) {
  const client = createClient({ baseUrl: url, auth: token });
  if (op === 'create') {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    return createPayment({ client, body: { ...body, amount: Number(body.amount) }, headers });
  }
  if (op === 'fetch') return fetchPayment({ client, body });
  return submitReceipt({ client, body });
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
