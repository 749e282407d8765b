import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create takes an `amount` that is a string of digits. */
export const amountTakenAsString: Fault = {
  id: 'amount-taken-as-string',
  title: 'Create takes an `amount` that is a string of digits',
  breaks: 'create-refuses-wrong-types',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          return typeof body.amount === 'string' ? { ...body, amount: Number(body.amount) } : body;
        },
      },
      options,
    ),
};
