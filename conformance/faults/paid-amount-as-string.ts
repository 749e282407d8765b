import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `paidAmount` is a string. */
export const paidAmountAsString: Fault = {
  id: 'paid-amount-as-string',
  title: '`paidAmount` is a string',
  breaks: 'invoice-paid-amount',
  field: 'paidAmount',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) => ({
          ...lawful.renderInvoice(call, invoice),
          paidAmount: String(invoice.paidAmount ?? 0),
        }),
      },
      options,
    ),
};
