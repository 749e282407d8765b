import { readCreate } from '@payment-invoice/kit/invoices';

/** The part of an invoice that the merchant decides, for tests that look at the rest. */
export const sampleRequest = readCreate('acc_1', { cashTag: '$coffeeshop', amount: 12.5 });
