// Drives the client that openapi-generator generates: reads one JSON order per line and writes one JSON reply per line.
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import {
  Configuration,
  InvoiceEventFromJSON,
  type PaymentInvoice,
  PaymentsApi,
  ProblemFromJSON,
  ResponseError,
} from './client/index.js';

// biome-ignore lint/suspicious/noExplicitAny: an order has as many forms as there are operations
type Order = any;

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await carryOut(JSON.parse(line))));

async function carryOut(order: Order): Promise<object> {
  try {
    if (order.op === 'event') {
      const event = InvoiceEventFromJSON(new Webhook(order.secret).verify(order.payload, order.headers));
      return { event: { type: event.type, sequence: event.sequence, invoice: write(event.data) } };
    }
    return { invoice: write(await call(order)) };
  } catch (error) {
    if (!(error instanceof ResponseError))
      return { failure: { status: null, kind: (error as Error).name, message: String(error) } };
    const { status } = error.response;
    try {
      const problem = ProblemFromJSON(await error.response.json());
      return { problem: { status, code: problem.code ?? null, items: problem.errors?.map(({ code }) => code) } };
    } catch {
      return { failure: { status, kind: 'no problem' } };
    }
  }
}

function call({ op, url, token, body, key }: Order): Promise<PaymentInvoice> {
  const api = new PaymentsApi(new Configuration({ basePath: url, accessToken: token }));
  if (op === 'create')
    return api.createPayment({ createPaymentRequest: { ...body, amount: Number(body.amount) }, idempotencyKey: key });
  if (op === 'fetch') return api.fetchPayment({ fetchPaymentRequest: body });
  return api.submitReceipt({ submitReceiptRequest: body });
}

function write(invoice: PaymentInvoice): object {
  const { id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl } = invoice;
  return {
    ...{ id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl },
    amount: String(invoice.amount),
    paidAmount: invoice.paidAmount === null ? null : String(invoice.paidAmount),
    expiresAt: invoice.expiresAt.getTime(),
    createdAt: invoice.createdAt.getTime(),
  };
}
