import type { InvoiceRequest } from '../src/lifecycle/create-invoice.ts';

/** The part of an invoice that the merchant decides, for tests that look at the rest. */
export const sampleRequest: InvoiceRequest = {
  accountId: 'acc_1',
  cashTag: '$coffeeshop',
  amount: 1250,
  isWhiteLabel: false,
  callbackUrl: null,
  returnUrl: null,
};
