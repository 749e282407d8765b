import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `isWhiteLabel` is a string. */
export const isWhiteLabelAsString: Fault = {
  id: 'is-white-label-as-string',
  title: '`isWhiteLabel` is a string',
  breaks: 'invoice-is-white-label',
  field: 'isWhiteLabel',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice: (call, invoice) => ({
          ...lawful.renderInvoice(call, invoice),
          isWhiteLabel: String(invoice.isWhiteLabel),
        }),
      },
      options,
    ),
};
