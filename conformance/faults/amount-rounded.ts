import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * `amount` is rounded to an integer.
 * Shows with an amount that has cents.
 */
export const amountRounded: Fault = {
  id: 'amount-rounded',
  title: '`amount` is rounded to an integer',
  breaks: 'invoice-amount',
  field: 'amount',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), amount: Math.round(invoice.amount) }) },
      options,
    ),
};
