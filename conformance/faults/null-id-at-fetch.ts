import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch answers `id` null. */
export const nullIdAtFetch: Fault = {
  id: 'null-id-at-fetch',
  title: 'Fetch answers `id` null',
  breaks: 'invoice-id',
  field: 'id',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) =>
          call.operation === 'fetchPayment'
            ? { ...lawful.renderInvoice(call, invoice), id: null }
            : lawful.renderInvoice(call, invoice),
      },
      options,
    ),
};
