import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `createdAt` is a number of seconds. */
export const createdAtAsEpoch: Fault = {
  id: 'created-at-as-epoch',
  title: '`createdAt` is a number of seconds',
  breaks: 'invoice-created-at',
  field: 'createdAt',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) => ({
          ...lawful.renderInvoice(call, invoice),
          createdAt: Math.floor(Date.parse(invoice.createdAt) / 1000),
        }),
      },
      options,
    ),
};
