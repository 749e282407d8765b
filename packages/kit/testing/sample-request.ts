import { exampleCreate } from '@payment-invoice/generated/examples';
import { readCreate } from '../src/invoices/create-payment.ts';

/** The merchant's fields of an invoice, for tests that need any valid invoice. */
export const sampleRequest = readCreate('acc_1', exampleCreate);
