import { randomBytes, randomUUID } from 'node:crypto';
import type { Authenticate, Handlers, PaymentInvoice } from '@payment-invoice/stubs';

/** Who asks: whatever your handlers want to know of the owner of a token. */
export interface Account {
  accountId: string;
}

/** Whose token is it? Undefined is answered with 401. */
export const authenticate: Authenticate<Account> = (token) =>
  token === process.env.TOKEN ? { accountId: 'account-1' } : undefined;

/** One handler an operation. The request was checked; what you answer is checked too, by the compiler and while running. */
export const handlers: Handlers<Account> = {
  createPayment: async ({ body, principal: _principal }) => {
    // An invoice that looks as it must, and is then forgotten. Store it, for its account.
    const { cashTag, amount, isWhiteLabel = false, returnUrl = null } = body;
    const now = Date.now();
    const id = randomUUID();
    const invoice: PaymentInvoice = {
      id,
      paymentUrl: `https://pay.example/${id}`,
      cashTag,
      note: randomBytes(5).toString('hex').toUpperCase().replace(/^.{5}/, '$&-'),
      amount,
      isWhiteLabel,
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      returnUrl,
      expiresAt: new Date(now + 30 * 60_000).toISOString(),
      createdAt: new Date(now).toISOString(),
    };
    return { status: 200, body: invoice };
  },
  submitReceipt: async () => {
    throw new Error('submitReceipt is not implemented yet.');
  },
  fetchPayment: async () => {
    throw new Error('fetchPayment is not implemented yet.');
  },
};
