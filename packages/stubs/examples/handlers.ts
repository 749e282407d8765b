import { type Authenticate, type Handlers, type PaymentInvoice, type ProblemCode, ProblemError } from '@payment-invoice/stubs';
import { createCallbackSender } from '@payment-invoice/stubs/callbacks';

const [invoices, callbackUrls] = [new Map<string, PaymentInvoice>(), new Map<string, string>()];
// Only your own programs use this toy server. A real server gets callback URLs from strangers, so its fetch must check which
// addresses it connects to.
const callBack = createCallbackSender({ secret: process.env.CALLBACK_SECRET ?? `whsec_${'A'.repeat(43)}=`, fetch });
const unpaid = { paymentUrl: 'https://pay.example', receiptId: null, paidAmount: null, status: 'PENDING' } as const;
const refuse = (code: ProblemCode): never => {
  throw new ProblemError(code, 'This toy does not take it.');
};
const find = (id: string) => invoices.get(id) ?? refuse('invoice_not_found');

export const authenticate: Authenticate<string> = (token) => (token === process.env.TOKEN ? 'the only account' : undefined);

export const handlers = {
  createPayment: async ({ body: { callbackUrl, ...sent } }) => {
    const [id, note] = [crypto.randomUUID(), crypto.randomUUID().slice(-10).toUpperCase().replace(/^.{5}/, '$&-')];
    const [createdAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 1_800_000).toISOString()];
    invoices.set(id, { id, note, returnUrl: null, isWhiteLabel: false, ...sent, createdAt, expiresAt, ...unpaid });
    if (callbackUrl) callbackUrls.set(id, callbackUrl);
    return { status: 200, body: find(id) };
  },
  // In this toy server a receipt is the text "<note> <amount>", and an invoice accepts only one. A real receipt must be signed by
  // someone you trust.
  submitReceipt: async ({ body: { invoiceId, webReceipt } }) => {
    const [invoice, [note, amount]] = [find(invoiceId), webReceipt.split(' ')];
    if (note !== invoice.note || !(Number(amount) > 0)) return refuse('receipt_invalid');
    const status = Number(amount) < invoice.amount ? 'UNDER_PAID' : 'PAID';
    invoices.set(invoiceId, { ...invoice, receiptId: webReceipt, paidAmount: Number(amount), status });
    const [type, url] = [status === 'PAID' ? 'invoice.paid' : 'invoice.under_paid', callbackUrls.get(invoiceId)] as const;
    const event = { type, timestamp: new Date().toISOString(), sequence: 1, data: find(invoiceId) };
    if (url && invoice.status === 'PENDING') callBack({ url, id: crypto.randomUUID(), event }).catch(console.error);
    return { status: 200, body: event.data };
  },
  fetchPayment: async ({ body }) => ({ status: 200, body: find(body.invoiceId) }),
} satisfies Partial<Handlers<string>> as Handlers<string>;
