import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create answers without `note`. */
export const droppedField: Fault = {
  id: 'dropped-field',
  title: 'Create answers without `note`',
  breaks: 'invoice-note',
  field: 'note',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          if (call.operation !== 'createPayment') return lawful.renderInvoice(call, invoice);
          const { note: _note, ...answer } = lawful.renderInvoice(call, invoice);
          return answer;
        },
      },
      options,
    ),
};
