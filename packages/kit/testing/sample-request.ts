import { exampleCreate } from '@payment-invoice/generated/examples';
import { readCreate } from '../src/invoices/create-payment.ts';

/** A valid request for an invoice, for tests that need one and do not care about its fields. */
export const sampleRequest = readCreate('acc_1', exampleCreate);
