import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Answers lack `returnUrl` when create was sent none. */
export const returnUrlOmitted: Fault = {
  id: 'return-url-omitted',
  title: 'Answers lack `returnUrl` when create was sent none',
  breaks: 'invoice-return-url',
  field: 'returnUrl',
  start: (options) =>
    startBaseServer(
      {
        renderInvoice(call, invoice) {
          const { returnUrl, ...answer } = lawful.renderInvoice(call, invoice);
          return returnUrl === null ? answer : { ...answer, returnUrl };
        },
      },
      options,
    ),
};
