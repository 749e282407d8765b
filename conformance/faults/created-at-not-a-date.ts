import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `createdAt` is no date-time. */
export const createdAtNotADate: Fault = {
  id: 'created-at-not-a-date',
  title: '`createdAt` is no date-time',
  breaks: 'invoice-created-at',
  field: 'createdAt',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), createdAt: 'yesterday' }) },
      options,
    ),
};
