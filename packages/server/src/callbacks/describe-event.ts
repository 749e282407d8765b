import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { callbackTypeOf, describeInvoice, type Invoice } from '@payment-invoice/kit/lifecycle';
import type { DescribeEvent } from '../store/store.ts';

/** Makes InvoiceEvents of the contract: `data` is the invoice exactly as fetch returns it at the change. */
export function createEventDescriber(randomBytes: RandomBytes, baseUrl: () => string): DescribeEvent {
  return (invoice: Invoice, now) => ({
    id: makeId('evt', now, randomBytes),
    body: Buffer.from(
      JSON.stringify({
        type: callbackTypeOf(invoice.status),
        timestamp: new Date(now).toISOString(),
        sequence: invoice.sequence,
        data: describeInvoice(invoice, baseUrl()),
      }),
    ),
  });
}
