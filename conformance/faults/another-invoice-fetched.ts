import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * Fetch answers the newest other invoice.
 * An invoice that is alone in the store is its own answer: the defect shows from the second create on.
 */
export const anotherInvoiceFetched: Fault = {
  id: 'another-invoice-fetched',
  title: 'Fetch answers the newest other invoice',
  breaks: 'fetch-answers-invoice',
  field: 'id',
  start: (options) =>
    startBaseServer(
      {
        findInvoice(call, body) {
          const found = lawful.findInvoice(call, body);
          if (found === undefined || call.operation !== 'fetchPayment') return found;
          return call.store.invoices.findLast((other) => other !== found && other.account === call.account) ?? found;
        },
      },
      options,
    ),
};
