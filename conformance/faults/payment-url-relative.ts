import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `paymentUrl` is a path. */
export const paymentUrlRelative: Fault = {
  id: 'payment-url-relative',
  title: '`paymentUrl` is a path',
  breaks: 'invoice-payment-url',
  field: 'paymentUrl',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), paymentUrl: `/pay/${invoice.id}` }) },
      options,
    ),
};
