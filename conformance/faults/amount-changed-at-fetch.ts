import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch answers `amount` a cent higher than create did. */
export const amountChangedAtFetch: Fault = {
  id: 'amount-changed-at-fetch',
  title: 'Fetch answers `amount` a cent higher than create did',
  breaks: 'fetch-reads-what-was-created',
  field: 'amount',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) =>
          call.operation === 'fetchPayment'
            ? { ...lawful.renderInvoice(call, invoice), amount: Math.round(invoice.amount * 100 + 1) / 100 }
            : lawful.renderInvoice(call, invoice),
      },
      options,
    ),
};
