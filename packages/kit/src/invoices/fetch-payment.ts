import type { Handler } from '@payment-invoice/stubs';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import type { Principal } from '../tokens/authenticate.ts';
import { invoiceNotFound, type Services } from './services.ts';

/** Makes the handler that returns an invoice in its current state. */
export function fetchPayment({ store, now, baseUrl }: Services): Handler<'fetchPayment', Principal> {
  return async ({ body, principal }) => {
    const invoice = await store.readInvoice(principal.accountId, body.invoiceId, now());
    if (!invoice) throw invoiceNotFound();
    return { status: 200, body: describeInvoice(invoice, baseUrl()) };
  };
}
