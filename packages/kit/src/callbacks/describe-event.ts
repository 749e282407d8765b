import { makeId, type RandomBytes } from '../ids/make-id.ts';
import { describeInvoice } from '../lifecycle/describe-invoice.ts';
import { callbackTypeOf, type Invoice } from '../lifecycle/invoice.ts';

/** An event for the outbox, with the bytes that every attempt will send. */
export interface OutboxEvent {
  /** The header `webhook-id`. */
  id: string;
  body: Buffer;
}

/**
 * Makes the event of a change; pure except for the random id. The invoice is the changed one, `now` the time of the change in
 * milliseconds since 1970.
 */
export type DescribeEvent = (invoice: Invoice, now: number) => OutboxEvent;

/**
 * Makes a function that describes changes as InvoiceEvents of the contract. `data` is the invoice exactly as fetch returns it at
 * the change.
 */
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
