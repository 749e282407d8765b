import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `returnUrl` is null whatever create was sent. */
export const returnUrlNotEchoed: Fault = {
  id: 'return-url-not-echoed',
  title: '`returnUrl` is null whatever create was sent',
  breaks: 'invoice-return-url',
  field: 'returnUrl',
  start: (options) =>
    startBaseServer({ renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), returnUrl: null }) }, options),
};
