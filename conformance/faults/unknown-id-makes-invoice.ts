import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch makes an invoice for an id that no invoice has. */
export const unknownIdMakesInvoice: Fault = {
  id: 'unknown-id-makes-invoice',
  title: 'Fetch makes an invoice for an id that no invoice has',
  breaks: 'fetch-refuses-wrong-types',
  start: (options) =>
    startBaseServer(
      {
        findInvoice(call, body) {
          const found = lawful.findInvoice(call, body);
          if (found !== undefined || call.operation !== 'fetchPayment') return found;
          return lawful.newInvoice(call, { cashTag: '$nobody', amount: 1 }, String(body.invoiceId));
        },
      },
      options,
    ),
};
