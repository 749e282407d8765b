import { makeId, type RandomBytes } from '../ids/make-id.ts';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import type { Invoice } from '../lifecycle/invoice.ts';
import { callbackTypeOf } from '../lifecycle/lifecycle.ts';

/** An event as it goes to the outbox: the bytes that every attempt will send. */
export interface OutboxEvent {
  /** The header `webhook-id`. */
  id: string;
  body: Buffer;
}

/** Makes the event of a change; pure but for the id. The invoice is the changed one, `now` the time of the change. */
export type DescribeEvent = (invoice: Invoice, now: number) => OutboxEvent;

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
