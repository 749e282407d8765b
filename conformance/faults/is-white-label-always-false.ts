import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `isWhiteLabel` is false whatever create was sent. */
export const isWhiteLabelAlwaysFalse: Fault = {
  id: 'is-white-label-always-false',
  title: '`isWhiteLabel` is false whatever create was sent',
  breaks: 'invoice-is-white-label',
  field: 'isWhiteLabel',
  start: (options) =>
    startBaseServer(
      { renderInvoice: (call, invoice) => ({ ...lawful.renderInvoice(call, invoice), isWhiteLabel: false }) },
      options,
    ),
};
