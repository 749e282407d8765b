import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `amount` is a string. */
export const amountAsString: Fault = {
  id: 'amount-as-string',
  title: '`amount` is a string',
  breaks: 'invoice-amount',
  field: 'amount',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), amount: invoice.amount.toFixed(2) }) },
      options,
    ),
};
