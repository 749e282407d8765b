import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create takes a body without `amount`. */
export const missingAmountAccepted: Fault = {
  id: 'missing-amount-accepted',
  title: 'Create takes a body without `amount`',
  breaks: 'create-requires-amount',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          return call.operation === 'createPayment' ? { amount: 1, ...body } : body;
        },
      },
      options,
    ),
};
