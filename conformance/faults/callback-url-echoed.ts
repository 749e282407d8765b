import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `callbackUrl` is echoed when it was sent. */
export const callbackUrlEchoed: Fault = {
  id: 'callback-url-echoed',
  title: '`callbackUrl` is echoed when it was sent',
  breaks: 'invoice-without-callback-url',
  field: 'callbackUrl',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          const answer = lawful.renderInvoice(call, invoice);
          return invoice.callbackUrl === undefined ? answer : { ...answer, callbackUrl: invoice.callbackUrl };
        },
      },
      options,
    ),
};
