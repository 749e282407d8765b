import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `status` is in lower case. */
export const lowerCaseStatus: Fault = {
  id: 'lower-case-status',
  title: '`status` is in lower case',
  breaks: 'invoice-status',
  field: 'status',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), status: invoice.status.toLowerCase() }) },
      options,
    ),
};
