import type { Handlers } from '@payment-invoice/stubs';
import type { Principal } from '../tokens/authenticate.ts';
import { createPayment } from './create-payment.ts';
import { fetchPayment } from './fetch-payment.ts';
import type { Services } from './services.ts';
import { submitReceipt } from './submit-receipt.ts';

/** Makes the handler of each operation. */
export function createHandlers(services: Services): Handlers<Principal> {
  return {
    createPayment: createPayment(services),
    submitReceipt: submitReceipt(services),
    fetchPayment: fetchPayment(services),
  };
}
