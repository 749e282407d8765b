import { makeId, type RandomBytes } from '../ids/make-id.ts';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import { callbackTypeOf, type Invoice } from '../lifecycle/invoice.ts';

/** An event to be stored in the outbox. Every attempt sends the same bytes. */
export interface OutboxEvent {
  /** The value of the header `webhook-id`. */
  id: string;
  body: Buffer;
}

/**
 * Makes the event that reports a change to an invoice. Pure except for the random id.
 * @param invoice the invoice after the change
 * @param now the time of the change in milliseconds since 1970
 */
export type DescribeEvent = (invoice: Invoice, now: number) => OutboxEvent;

/** Makes a function that writes the contract's InvoiceEvent. Its `data` is the invoice as a fetch would return it. */
export function createEventDescriber(randomBytes: RandomBytes, baseUrl: () => string): DescribeEvent {
  return (invoice: Invoice, now) => {
    const { status, sequence } = invoice;
    const timestamp = new Date(now).toISOString();
    const event = { type: callbackTypeOf(status), timestamp, sequence, data: describeInvoice(invoice, baseUrl()) };
    return { id: makeId('evt', now, randomBytes), body: Buffer.from(JSON.stringify(event)) };
  };
}
