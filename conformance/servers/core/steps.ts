import { randomBytes } from 'node:crypto';
import { readBytes } from '../serve-requests.ts';
import { type Call, type Fields, type Operation, Refusal, type StoredInvoice } from './store.ts';

const receiptForm = /^receipt:([^:]+):(\d+(?:\.\d+)?):(completed|failed|pending):([\w-]+)$/;

// Converts to cents, because payments of 0.1 and 0.2 must together pay an invoice of 0.3.
const cents = (amount: number): number => Math.round(amount * 100);

/** Counts the receipt `receipt:<invoiceId>:<amount>:<outcome>:<nonce>` towards the invoice. A person can type this format. */
function applyReceipt(invoice: StoredInvoice, receipt: string): void {
  if (invoice.receipts.has(receipt)) return;
  const [, invoiceId, amount, outcome, nonce] = receiptForm.exec(receipt) ?? [];
  if (invoiceId !== invoice.id || cents(Number(amount)) <= 0) throw new Refusal(422, 'The receipt is not one for this invoice.');
  if (invoice.status !== 'PENDING' && invoice.status !== 'UNDER_PAID')
    throw new Refusal(409, `The invoice is ${invoice.status}.`);
  if (outcome === 'pending') throw new Refusal(422, 'The payment is not final.');
  if (outcome === 'failed' && invoice.status === 'UNDER_PAID') throw new Refusal(422, 'The payment failed.');
  invoice.receipts.add(receipt);
  invoice.receiptId = `rcp_${nonce}`;
  if (outcome === 'failed') {
    invoice.status = 'FAILED';
    return;
  }
  const paid = cents(invoice.paidAmount ?? 0) + cents(Number(amount));
  invoice.paidAmount = paid / 100;
  invoice.status = paid >= cents(invoice.amount) ? 'PAID' : 'UNDER_PAID';
}

const operations = new Map<string, Operation>([
  ['/api/v1/payments/create', 'createPayment'],
  ['/api/v1/payments/submit', 'submitReceipt'],
  ['/api/v1/payments/fetch', 'fetchPayment'],
]);
const lifetimeMs = 30 * 60_000;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isUrl = (value: unknown): boolean => typeof value === 'string' && !/\s/.test(value) && URL.canParse(value);
const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

type Rule = readonly [field: string, required: boolean, holds: (value: unknown) => boolean];
const rules: Record<Operation, readonly Rule[]> = {
  createPayment: [
    ['cashTag', true, isText],
    ['amount', true, isAmount],
    ['isWhiteLabel', false, isFlag],
    ['callbackUrl', false, isUrl],
    ['returnUrl', false, isUrl],
  ],
  submitReceipt: [
    ['invoiceId', true, isText],
    ['webReceipt', true, isText],
  ],
  fetchPayment: [['invoiceId', true, isText]],
};

/** The steps of a request, in order. A fault replaces one or more of them. */
export const core = {
  readBytes,
  /** Finds the operation of the request; undefined leads to a 404. */
  route(method: string, path: string): Operation | undefined {
    return method === 'POST' ? operations.get(path) : undefined;
  },
  /** Finds the account of the request; undefined leads to a 401. */
  authenticate(call: Call): string | undefined {
    const token = /^Bearer (\S+)$/.exec(call.authorization ?? '')?.[1];
    return token === undefined ? undefined : call.store.accounts.get(token);
  },
  /** Parses the body. Refuses anything other than a JSON object. */
  parseBody(call: Call): Fields {
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.bytes));
    } catch {
      throw new Refusal(400, 'The body is not JSON.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal(422, 'The body is not an object.');
    return body as Fields;
  },
  /** Refuses a body whose fields are missing or wrong. */
  checkBody(call: Call, body: Fields): void {
    for (const [field, required, holds] of rules[call.operation]) {
      if (!Object.hasOwn(body, field)) {
        if (required) throw new Refusal(422, `${field} is missing.`);
      } else if (!holds(body[field])) throw new Refusal(422, `${field} is not what it must be.`);
    }
  },
  newId(_call: Call, _body: Fields): string {
    return `inv_${randomBytes(12).toString('hex')}`;
  },
  /** Makes an invoice from the checked body of a create. */
  newInvoice(call: Call, body: Fields, id: string): StoredInvoice {
    const now = Date.now();
    return {
      id,
      paymentUrl: `${call.store.baseUrl}/pay/${id}`,
      cashTag: body.cashTag as string,
      note: randomBytes(5).toString('hex').toUpperCase(),
      amount: body.amount as number,
      isWhiteLabel: (body.isWhiteLabel as boolean | undefined) ?? false,
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      returnUrl: (body.returnUrl as string | undefined) ?? null,
      expiresAt: new Date(now + lifetimeMs).toISOString(),
      createdAt: new Date(now).toISOString(),
      account: call.account,
      callbackUrl: body.callbackUrl as string | undefined,
      receipts: new Set(),
    };
  },
  /** Finds the invoice of a submission or a fetch; undefined leads to a 404. */
  findInvoice(call: Call, body: Fields): StoredInvoice | undefined {
    return call.store.invoices.findLast(({ id, account }) => id === body.invoiceId && account === call.account);
  },
  /** Applies the receipt to the invoice, or refuses the receipt. */
  applyReceipt(invoice: StoredInvoice, body: Fields): void {
    applyReceipt(invoice, body.webReceipt as string);
  },
  renderInvoice(_call: Call, invoice: StoredInvoice): Fields {
    const { account: _account, callbackUrl: _callbackUrl, receipts: _receipts, ...rendered } = invoice;
    return rendered;
  },
  /** Returns the Content-Type of a successful response. */
  contentType(_call: Call): string {
    return 'application/json';
  },
};

export type CoreSteps = typeof core;
