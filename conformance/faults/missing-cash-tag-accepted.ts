import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Create takes a body without `cashTag`. */
export const missingCashTagAccepted: Fault = {
  id: 'missing-cash-tag-accepted',
  title: 'Create takes a body without `cashTag`',
  breaks: 'create-requires-cash-tag',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          return call.operation === 'createPayment' ? { cashTag: '$nobody', ...body } : body;
        },
      },
      options,
    ),
};
