// Shared code of the TypeScript clients' programs: reads each `Order` as a line of JSON, and writes a line of JSON in reply.
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';

/** The fields of an invoice that the programs report. Each client's own type must have them. */
export interface Invoice {
  id: string;
  paymentUrl: string;
  cashTag: string;
  note: string;
  amount: number;
  isWhiteLabel: boolean;
  receiptId: string | null;
  paidAmount: number | null;
  status: string;
  returnUrl: string | null;
  expiresAt: string;
  createdAt: string;
}

export interface Order {
  op: 'create' | 'fetch' | 'submit';
  url: string;
  token: string;
  key?: string;
  create: { cashTag: string; amount: number; isWhiteLabel?: boolean; callbackUrl?: string; returnUrl?: string };
  fetch: { invoiceId: string };
  submit: { invoiceId: string; webReceipt: string };
}

/** A response as the client returned it: an invoice, or the status and problem of any other response. */
export type Result = { invoice: Invoice } | { status: number | null; problem: unknown };

/**
 * Runs `call` for each order as soon as it has been read, so that several orders may be in progress. Prints the results in the
 * sequence in which the orders were read.
 */
export async function serve(call: (order: Order) => Promise<Result>): Promise<void> {
  let written = Promise.resolve();
  for await (const line of createInterface({ input: process.stdin })) {
    const reply = carryOut(JSON.parse(line), call);
    written = written.then(async () => console.log(JSON.stringify(await reply)));
  }
  await written;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of an order depend on its operation
async function carryOut(order: any, call: (order: Order) => Promise<Result>): Promise<object> {
  try {
    if (order.op === 'event') {
      const event = new Webhook(order.secret).verify(order.payload, order.headers) as {
        type: string;
        sequence: number;
        data: Invoice;
      };
      return { event: { type: event.type, sequence: event.sequence, invoice: write(event.data) } };
    }
    const { body, ...others } = order;
    const create = { ...body, amount: Number(body.amount) };
    const result = await call({ ...others, create, fetch: body, submit: body });
    if ('invoice' in result) return { invoice: write(result.invoice) };
    const { status, problem } = result;
    if (typeof problem !== 'object' || problem === null) return { failure: { status, kind: 'no problem' } };
    const { code = null, errors } = problem as { code?: string; errors?: { code: string }[] };
    return { problem: { status, code, items: errors?.map((item) => item.code) } };
  } catch (error) {
    return { failure: { status: null, kind: (error as Error).name, message: String(error) } };
  }
}

function write(invoice: Invoice): object {
  const { id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl } = invoice;
  return {
    ...{ id, paymentUrl, cashTag, note, isWhiteLabel, receiptId, status, returnUrl },
    amount: String(invoice.amount),
    paidAmount: invoice.paidAmount === null ? null : String(invoice.paidAmount),
    expiresAt: Math.round(Date.parse(invoice.expiresAt)),
    createdAt: Date.parse(invoice.createdAt),
  };
}
