import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * Submit takes a body without `invoiceId`.
 * The receipt names its invoice, so that this server reads the id there.
 */
export const submitWithoutInvoiceId: Fault = {
  id: 'submit-without-invoice-id',
  title: 'Submit takes a body without `invoiceId`',
  breaks: 'submit-requires-invoice-id',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          const invoiceId = String(body.webReceipt).split(':')[1];
          return call.operation === 'submitReceipt' ? { invoiceId, ...body } : body;
        },
      },
      options,
    ),
};
