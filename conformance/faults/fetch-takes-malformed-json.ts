import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch takes a body that is not JSON. */
export const fetchTakesMalformedJson: Fault = {
  id: 'fetch-takes-malformed-json',
  title: 'Fetch takes a body that is not JSON',
  breaks: 'fetch-refuses-malformed-json',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          try {
            return lawful.parseBody(call);
          } catch (error) {
            if (call.operation !== 'fetchPayment' || !(error instanceof Refusal) || error.status !== 400) throw error;
            return { invoiceId: call.store.invoices.at(-1)?.id };
          }
        },
      },
      options,
    ),
};
