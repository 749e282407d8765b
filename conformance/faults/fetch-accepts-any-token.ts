import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch takes any bearer token. */
export const fetchAcceptsAnyToken: Fault = {
  id: 'fetch-accepts-any-token',
  title: 'Fetch takes any bearer token',
  breaks: 'fetch-requires-token',
  start: (options) =>
    startBaseServer(
      {
        authenticate: (call) =>
          lawful.authenticate(call) ??
          (call.operation === 'fetchPayment' && /^Bearer ./.test(call.authorization ?? '') ? 'merchant' : undefined),
      },
      options,
    ),
};
