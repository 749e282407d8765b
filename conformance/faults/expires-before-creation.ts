import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `expiresAt` is before `createdAt`. */
export const expiresBeforeCreation: Fault = {
  id: 'expires-before-creation',
  title: '`expiresAt` is before `createdAt`',
  breaks: 'invoice-expires-after-creation',
  field: 'expiresAt',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) => ({
          ...lawful.renderInvoice(call, invoice),
          expiresAt: new Date(Date.parse(invoice.createdAt) - 60_000).toISOString(),
        }),
      },
      options,
    ),
};
