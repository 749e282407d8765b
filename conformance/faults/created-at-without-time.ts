import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `createdAt` is a date without a time. */
export const createdAtWithoutTime: Fault = {
  id: 'created-at-without-time',
  title: '`createdAt` is a date without a time',
  breaks: 'invoice-created-at',
  field: 'createdAt',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), createdAt: invoice.createdAt.slice(0, 10) }),
      },
      options,
    ),
};
