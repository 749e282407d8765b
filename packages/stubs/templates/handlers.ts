import { randomBytes, randomUUID } from 'node:crypto';
import type { Authenticate, Handlers, PaymentInvoice } from '@payment-invoice/stubs';
import { publicBaseUrl } from './settings.ts';

/** The owner of a token. Add what your handlers need to know about the owner. */
export interface Account {
  accountId: string;
}

/** Returns the owner of a token; undefined becomes a 401. */
export const authenticate: Authenticate<Account> = (token) =>
  token === process.env.TOKEN ? { accountId: 'account-1' } : undefined;

/**
 * One handler for each operation. Requests are checked before they get here. Your responses are checked by the compiler and again
 * at run time.
 */
export const handlers = {
  createPayment: async ({ body, principal: _principal }) => {
    // This invoice is valid, but it is not stored. Store it under its account. The invoice repeats the fields of the
    // create request, except the callback URL.
    const { callbackUrl: _callbackUrl, ...sent } = body;
    const now = Date.now();
    const id = randomUUID();
    const invoice: PaymentInvoice = {
      id,
      paymentUrl: `${publicBaseUrl()}/pay/${id}`,
      note: randomBytes(5).toString('hex').toUpperCase().replace(/^.{5}/, '$&-'),
      receiptId: null,
      paidAmount: null,
      status: 'PENDING',
      isWhiteLabel: false,
      returnUrl: null,
      ...sent,
      expiresAt: new Date(now + 30 * 60_000).toISOString(),
      createdAt: new Date(now).toISOString(),
    };
    return { status: 200, body: invoice };
  },
} satisfies Partial<Handlers<Account>> as Handlers<Account>;
