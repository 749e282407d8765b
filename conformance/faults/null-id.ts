import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * Create answers `id` null.
 * The invoice is kept under an id nonetheless: fetch is lawful, only create's answer is not.
 */
export const nullId: Fault = {
  id: 'null-id',
  title: 'Create answers `id` null',
  breaks: 'invoice-id',
  field: 'id',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) =>
          call.operation === 'createPayment'
            ? { ...lawful.renderInvoice(call, invoice), id: null }
            : lawful.renderInvoice(call, invoice),
      },
      options,
    ),
};
