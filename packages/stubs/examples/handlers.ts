import { randomBytes, randomUUID } from 'node:crypto';
import { type Authenticate, type Handlers, type PaymentInvoice, ProblemError } from '@payment-invoice/stubs';

const invoices = new Map<string, PaymentInvoice>();
function find(id: string): PaymentInvoice {
  const invoice = invoices.get(id);
  if (!invoice) throw new ProblemError('invoice_not_found', 'There is no such invoice.');
  return invoice;
}

export const authenticate: Authenticate<string> = (token) => (token === process.env.TOKEN ? 'the only account' : undefined);

export const handlers: Handlers<string> = {
  createPayment: async ({ body: { cashTag, amount, isWhiteLabel = false, returnUrl = null } }) => {
    const [id, createdAt, expiresAt] = [randomUUID(), new Date().toISOString(), new Date(Date.now() + 1_800_000).toISOString()];
    const note = randomBytes(5).toString('hex').toUpperCase().replace(/^.{5}/, '$&-');
    const paid = { receiptId: null, paidAmount: null, status: 'PENDING' } as const;
    const paymentUrl = `https://pay.example/${id}`;
    invoices.set(id, { id, paymentUrl, cashTag, note, amount, isWhiteLabel, returnUrl, expiresAt, createdAt, ...paid });
    return { status: 200, body: find(id) };
  },
  // A toy's receipt is "<note> <amount>"; yours is signed by someone you trust.
  submitReceipt: async ({ body: { invoiceId, webReceipt } }) => {
    const invoice = find(invoiceId);
    const [note, amount] = webReceipt.split(' ');
    if (note !== invoice.note || !(Number(amount) > 0)) throw new ProblemError('receipt_invalid', 'It is not of this invoice.');
    const status = Number(amount) < invoice.amount ? 'UNDER_PAID' : 'PAID';
    invoices.set(invoiceId, { ...invoice, receiptId: webReceipt, paidAmount: Number(amount), status });
    return { status: 200, body: find(invoiceId) };
  },
  fetchPayment: async ({ body }) => ({ status: 200, body: find(body.invoiceId) }),
};
