import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * Submit answers the newest other invoice.
 * The receipt counts where it should; only the answer is about another invoice.
 */
export const submitAnswersAnotherInvoice: Fault = {
  id: 'submit-answers-another-invoice',
  title: 'Submit answers the newest other invoice',
  breaks: 'submit-answers-invoice',
  field: 'id',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          const other = call.store.invoices.findLast((one) => one !== invoice && one.account === call.account);
          return lawful.renderInvoice(call, call.operation === 'submitReceipt' ? (other ?? invoice) : invoice);
        },
      },
      options,
    ),
};
