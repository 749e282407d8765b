import { createPayment, fetchPayment, submitReceipt } from '@payment-invoice/kit/invoices';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { Handlers } from '@payment-invoice/stubs';
import type { Services } from './services.ts';

export function createHandlers(services: Services): Handlers<Principal> {
  return {
    createPayment: createPayment(services),
    submitReceipt: submitReceipt(services),
    fetchPayment: fetchPayment(services),
  };
}
