import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `cashTag` is the same whoever is paid. */
export const cashTagReplaced: Fault = {
  id: 'cash-tag-replaced',
  title: '`cashTag` is the same whoever is paid',
  breaks: 'invoice-cash-tag',
  field: 'cashTag',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), cashTag: '$thehouse' }) },
      options,
    ),
};
