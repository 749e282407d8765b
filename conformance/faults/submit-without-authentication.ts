import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/**
 * Submit answers without an Authorization header.
 * Shows only with a receipt that the server takes: any other is refused for the receipt.
 */
export const submitWithoutAuthentication: Fault = {
  id: 'submit-without-authentication',
  title: 'Submit answers without an Authorization header',
  breaks: 'submit-requires-token',
  start: (options) =>
    startBaseServer(
      {
        authenticate: (call) =>
          lawful.authenticate(call) ??
          (call.operation === 'submitReceipt' && call.authorization === undefined ? 'merchant' : undefined),
      },
      options,
    ),
};
