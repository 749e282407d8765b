import { readCreate } from '@payment-invoice/kit/invoices';

/** The part of an invoice that the merchant chooses, for tests about the rest. */
export const sampleRequest = readCreate('acc_1', { cashTag: '$coffeeshop', amount: 12.5 });
