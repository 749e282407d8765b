import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create answers the invoice inside `data`. */
export const envelopeAroundInvoice: Fault = {
  id: 'envelope-around-invoice',
  title: 'Create answers the invoice inside `data`',
  breaks: 'create-answers-invoice',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          const answer = lawful.renderInvoice(call, invoice);
          return call.operation === 'createPayment' ? { data: answer } : answer;
        },
      },
      options,
    ),
};
