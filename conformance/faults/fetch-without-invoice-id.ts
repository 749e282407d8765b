import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch answers the newest invoice when `invoiceId` is missing. */
export const fetchWithoutInvoiceId: Fault = {
  id: 'fetch-without-invoice-id',
  title: 'Fetch answers the newest invoice when `invoiceId` is missing',
  breaks: 'fetch-requires-invoice-id',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          return call.operation === 'fetchPayment' ? { invoiceId: call.store.invoices.at(-1)?.id, ...body } : body;
        },
      },
      options,
    ),
};
