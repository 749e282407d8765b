import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Submit answers the newest invoice for an id that no invoice has. */
export const submitUnknownIdAccepted: Fault = {
  id: 'submit-unknown-id-accepted',
  title: 'Submit answers the newest invoice for an id that no invoice has',
  breaks: 'submit-answers-invoice',
  start: (options) =>
    startBaseServer(
      {
        findInvoice: (call, body) =>
          lawful.findInvoice(call, body) ?? (call.operation === 'submitReceipt' ? call.store.invoices.at(-1) : undefined),
        applyReceipt(invoice, body) {
          if (body.invoiceId === invoice.id) lawful.applyReceipt(invoice, body);
        },
      },
      options,
    ),
};
