import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `expiresAt` is a second later at each fetch. */
export const expiresAtMoves: Fault = {
  id: 'expires-at-moves',
  title: '`expiresAt` is a second later at each fetch',
  breaks: 'fetch-reads-what-was-created',
  field: 'expiresAt',
  start(options) {
    let reads = 0;
    return startBaseServer(
      {
        renderInvoice: (call, invoice) =>
          call.operation === 'fetchPayment'
            ? {
                ...lawful.renderInvoice(call, invoice),
                expiresAt: new Date(Date.parse(invoice.expiresAt) + 1000 * ++reads).toISOString(),
              }
            : lawful.renderInvoice(call, invoice),
      },
      options,
    );
  },
};
