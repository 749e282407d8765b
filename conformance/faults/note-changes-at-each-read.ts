import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `note` is another at each fetch. */
export const noteChangesAtEachRead: Fault = {
  id: 'note-changes-at-each-read',
  title: '`note` is another at each fetch',
  breaks: 'fetch-reads-what-was-created',
  field: 'note',
  start(options) {
    let reads = 0;
    return startBaseServer(
      {
        renderInvoice: (call, invoice) =>
          call.operation === 'fetchPayment'
            ? { ...lawful.renderInvoice(call, invoice), note: `${invoice.note}-${++reads}` }
            : lawful.renderInvoice(call, invoice),
      },
      options,
    );
  },
};
