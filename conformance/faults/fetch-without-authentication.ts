import { startBaseServer } from './base-server.ts';
import type { Fault } from './fault.ts';
import { lawful } from './lawful-hooks.ts';

/** Fetch answers without an Authorization header. */
export const fetchWithoutAuthentication: Fault = {
  id: 'fetch-without-authentication',
  title: 'Fetch answers without an Authorization header',
  breaks: 'fetch-requires-token',
  start: (options) =>
    startBaseServer(
      {
        authenticate: (call) =>
          lawful.authenticate(call) ??
          (call.operation === 'fetchPayment' && call.authorization === undefined ? 'merchant' : undefined),
      },
      options,
    ),
};
