import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** `isWhiteLabel` is true when create was sent none. */
export const isWhiteLabelTrueByDefault: Fault = {
  id: 'is-white-label-true-by-default',
  title: '`isWhiteLabel` is true when create was sent none',
  breaks: 'invoice-is-white-label',
  field: 'isWhiteLabel',
  start: (options) =>
    startBaseServer(
      {
        parseBody(call) {
          const body = lawful.parseBody(call);
          return call.operation === 'createPayment' ? { isWhiteLabel: true, ...body } : body;
        },
      },
      options,
    ),
};
