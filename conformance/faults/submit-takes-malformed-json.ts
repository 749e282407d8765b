import { startBaseServer } from './base-server.ts';
import { type Members, Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

// Known by identity, so that no body a client can send is taken for it.
const unread: Members = {};

/** Submit takes a body that is not JSON, and answers the newest invoice. */
export const submitTakesMalformedJson: Fault = {
  id: 'submit-takes-malformed-json',
  title: 'Submit takes a body that is not JSON',
  breaks: 'submit-refuses-malformed-json',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          try {
            return lawful.parseBody(call);
          } catch (error) {
            if (call.operation !== 'submitReceipt' || !(error instanceof Refusal) || error.status !== 400) throw error;
            return unread;
          }
        },
        checkBody(call, body) {
          if (body !== unread) lawful.checkBody(call, body);
        },
        findInvoice: (call, body) => (body === unread ? call.store.invoices.at(-1) : lawful.findInvoice(call, body)),
        applyReceipt(invoice, body) {
          if (body !== unread) lawful.applyReceipt(invoice, body);
        },
      },
      options,
    ),
};
