import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Every answer has a member `callbackUrl`, null. */
export const callbackUrlAlwaysNull: Fault = {
  id: 'callback-url-always-null',
  title: 'Every answer has a member `callbackUrl`, null',
  breaks: 'invoice-without-callback-url',
  field: 'callbackUrl',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), callbackUrl: null }) },
      options,
    ),
};
