import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Submit takes a body without `webReceipt`. */
export const submitWithoutWebReceipt: Fault = {
  id: 'submit-without-web-receipt',
  title: 'Submit takes a body without `webReceipt`',
  breaks: 'submit-requires-web-receipt',
  start: (options) =>
    startBaseServer(
      {
        checkBody(call, body) {
          lawful.checkBody(call, call.operation === 'submitReceipt' ? { webReceipt: 'none', ...body } : body);
        },
        applyReceipt(invoice, body) {
          if ('webReceipt' in body) lawful.applyReceipt(invoice, body);
        },
      },
      options,
    ),
};
