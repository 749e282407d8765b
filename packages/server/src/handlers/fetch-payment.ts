import { describeInvoice } from '@payment-invoice/kit/lifecycle';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { Handler } from '@payment-invoice/stubs';
import { invoiceNotFound } from './invoice-not-found.ts';
import type { Services } from './services.ts';

/** Reads an invoice as it is now. */
export function fetchPayment({ store, now, baseUrl }: Services): Handler<'fetchPayment', Principal> {
  return async ({ body, principal }) => {
    const invoice = await store.readInvoice(principal.accountId, body.invoiceId, now());
    if (!invoice) throw invoiceNotFound();
    return { status: 200, body: describeInvoice(invoice, baseUrl()) };
  };
}
