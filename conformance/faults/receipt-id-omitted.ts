import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Answers lack `receiptId` while there is none. */
export const receiptIdOmitted: Fault = {
  id: 'receipt-id-omitted',
  title: 'Answers lack `receiptId` while there is none',
  breaks: 'invoice-receipt-id',
  field: 'receiptId',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          const { receiptId, ...answer } = lawful.renderInvoice(call, invoice);
          return receiptId === null ? answer : { ...answer, receiptId };
        },
      },
      options,
    ),
};
