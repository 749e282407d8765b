import { startBaseServer } from './base-server.ts';
import { Refusal } from './base-store.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create takes a body that is not JSON. */
export const malformedJsonAccepted: Fault = {
  id: 'malformed-json-accepted',
  title: 'Create takes a body that is not JSON',
  breaks: 'create-refuses-malformed-json',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          try {
            return lawful.parseBody(call);
          } catch (error) {
            if (call.operation !== 'createPayment' || !(error instanceof Refusal) || error.status !== 400) throw error;
            return { cashTag: '$nobody', amount: 1 };
          }
        },
      },
      options,
    ),
};
